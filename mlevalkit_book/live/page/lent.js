// @ts-check
/* In a page that stands in a frame: the Python of the page around it (turning.js), with the members
   of LivePython that the page calls. */
"use strict";
(() => {
  const live = window.liveBook;

  live.LentPython = class {
    #port;
    #waiting = new Map();
    #requests = 0;
    #onprogress;

    constructor(port, onprogress) {
      this.state = "off";
      this.interruptible = false;
      this.#onprogress = onprogress;
      this.#port = port;
      port.onmessage = ({ data }) => this.#hear(data);
    }

    get alive() {
      return this.state === "ready" || this.state === "running";
    }

    #hear(data) {
      if ("shown" in data) return live.turned(data);
      if (data.state) {
        Object.assign(this, { state: data.state, interruptible: data.interruptible });
        return data.progress && this.#onprogress(data.progress);
      }
      const { done, fail, onoutput } = this.#waiting.get(data.id);
      if (data.output) return onoutput(data.output);
      this.#waiting.delete(data.id);
      if (data.failed) return fail(Object.assign(new Error(data.failed.message), data.failed));
      return done(data.done);
    }

    #ask(name, ...args) {
      const id = ++this.#requests;
      const { onoutput, ...options } = args[1] ?? {};
      if (onoutput) args[1] = options;
      this.#port.postMessage({ id, name, args, listens: Boolean(onoutput) });
      return new Promise((done, fail) => this.#waiting.set(id, { done, fail, onoutput }));
    }

    size = () => this.#ask("size");
    start = () => this.#ask("start");
    run = (code, options) => this.#ask("run", code, options);
    call = (code, options) => this.#ask("call", code, options);
    warm = (statement) => this.#ask("warm", statement);
    keep = () => this.#ask("keep");
    speak = (language) => this.#ask("speak", language);
    stop = () => this.#ask("stop");
    restart = () => this.#ask("restart");
    put = (name, data) => this.#ask("put", name, data);
    get = (name) => this.#ask("get", name);
    list = () => this.#ask("list");
    remove = (name) => this.#ask("remove", name);

    interrupt() {
      const can = this.interruptible;
      if (can) this.#ask("interrupt");
      return can;
    }
  };
})();
