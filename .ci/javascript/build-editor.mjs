/* `npm run editor`: prepare mlevalkit_book/live/vendor/codemirror.js and its licences. */
import fs from "node:fs";
import { build } from "esbuild";

const TARGET = new URL("../../mlevalkit_book/live/vendor/", import.meta.url);
const { metafile } = await build({
  entryPoints: ["editor.mjs"],
  outfile: new URL("codemirror.js", TARGET).pathname,
  bundle: true,
  format: "iife",
  minify: true,
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  banner: { js: "/* CodeMirror 6 (MIT), see codemirror.txt; made by: npm run editor */" },
});
const packages = [
  ...new Set(
    Object.keys(metafile.inputs)
      .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
      .filter(Boolean),
  ),
].sort();
const texts = packages.map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(fs.readFileSync(`${folder}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${fs.readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`;
});
fs.writeFileSync(new URL("codemirror.txt", TARGET), texts.join(`\n${"-".repeat(72)}\n\n`));
