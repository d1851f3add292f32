/* The session of a live page: what is asked, when fetching begins, what is imported. */
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const node = () => ({
  appendChild: (child) => child,
  append: () => {},
  replaceChildren: () => {},
  setAttribute: () => {},
  addEventListener: () => {},
});

/** A session, with what it did: `says` is the answer to its question. */
const setUp = ({
  says = "all",
  kept = false,
  agreed = null,
  phone = false,
  refuses = null,
} = {}) => {
  const did = [];
  class LivePython {
    static supported = () => refuses;
    size = async () => ({ bytes: 47e6, kept });
    prefetch = async () => did.push("prefetch");
    start = async () => did.push("start");
    stop = async () => did.push("stop");
    warm = async (statement) => did.push(statement) > 0;
    alive = false;
  }
  const storage = new Map([["live:agreed", agreed]]);
  const liveBook = {
    element: node,
    script: async () => {},
    onPhone: () => phone,
    button: node,
    say: (key) => key,
    megabytes: String,
    recall: (key) => storage.get(key) ?? null,
    keep: (key, text) => storage.set(key, text),
  };
  const world = load(["page/session.js"], {
    liveBook,
    LivePython,
    document: { body: node() },
    location: { protocol: "http:" },
    setTimeout,
  });
  const bar = {
    root: { hidden: true },
    show: () => {},
    loading: ({ name }) => name && did.push(`(${name})`),
  };
  const page = {
    base: "",
    script: "",
    language: "en",
    imports: ["import numpy as np"],
    versions: "",
  };
  const session = new world.liveBook.Session(page, bar);
  session.question.ask = async (title) => {
    did.push(title);
    await new Promise((done) => setTimeout(done, 5)); // the reader reads
    return says;
  };
  return { session, did, storage };
};

test("the question is asked once, and fetching begins with it", async () => {
  const { session, did, storage } = setUp();
  assert.equal(await session.agree(0), "all");
  assert.equal(await session.agree(0), "all");
  assert.deepEqual(did, ["confirm_title", "prefetch"]);
  assert.equal(storage.get("live:agreed"), "yes");
});

test("who says no ends the fetching, and is asked again", async () => {
  const { session, did } = setUp({ says: "no" });
  assert.equal(await session.agree(0), "no");
  assert.equal(await session.agree(0), "no");
  assert.deepEqual(did, ["confirm_title", "prefetch", "stop", "confirm_title", "prefetch", "stop"]);
});

test("who has agreed on another page is not asked while nothing has to be fetched", async () => {
  const known = setUp({ kept: true, agreed: "yes" });
  assert.equal(await known.session.agree(3), "all");
  assert.deepEqual(known.did, []);
  const emptied = setUp({ kept: false, agreed: "yes" });
  await emptied.session.agree(3);
  assert.ok(emptied.did.includes("confirm_title"));
});

test("intent fetches, starts for who has agreed, and does neither on a phone", async () => {
  const stranger = setUp();
  await stranger.session.intend();
  await stranger.session.intend();
  assert.deepEqual(stranger.did, ["prefetch"]);
  const friend = setUp({ kept: true, agreed: "yes" });
  await friend.session.intend();
  assert.deepEqual(friend.did.slice(0, 2), ["start", "import numpy as np"]);
  const phone = setUp({ phone: true });
  await phone.session.intend();
  assert.deepEqual(phone.did, []);
});

test("a start names what it imports before the first cell", async () => {
  const { session, did } = setUp();
  await session.agree(0);
  await session.start();
  assert.deepEqual(did.slice(2, 5), ["start", "(numpy)", "import numpy as np"]);
});

test("a browser that cannot is told so, and nothing is fetched", async () => {
  const { session, did } = setUp({ refuses: "memory" });
  assert.equal(await session.agree(0), "no");
  assert.deepEqual(did, ["refused_title"]);
});
