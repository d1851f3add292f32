/* Scripts of the book, run without a browser: each adds to a `window` of our own. */
import fs from "node:fs";
import vm from "node:vm";

const ROOT = new URL("../../", import.meta.url);

/** Where a script lies: its folder may change, its name does not. */
const find = (name) => {
  const files = fs.readdirSync(new URL("mlevalkit_book/", ROOT), { recursive: true });
  const path = files.find((file) => file.replaceAll("\\", "/").endsWith(`/${name}`));
  if (!path) throw new Error(`no script ${name} in mlevalkit_book/`);
  return new URL(`mlevalkit_book/${path.replaceAll("\\", "/")}`, ROOT);
};

/** Run scripts one after the other, as a page or a worker does; `given` is their global object. */
export const load = (names, given = {}) => {
  const world = vm.createContext({ TextEncoder, TextDecoder, performance, crypto, ...given });
  world.window = world;
  for (const name of names) vm.runInContext(fs.readFileSync(find(name), "utf8"), world);
  return world;
};

/** What a script defines with `class` or `const`, which is no property of its global object. */
export const defined = (world, name) => vm.runInContext(name, world);
