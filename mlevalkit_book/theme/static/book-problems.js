/* Problems on a page: a place to answer, what is said of an answer, another one. Variants come from
   a script for each kind, or from Python where it runs in the page. Progress stays in this browser. */
"use strict";
(() => {
  const words = window.bookProblemWords;
  const HERE = new URL(".", document.currentScript.src);
  const KEY = "mlevalkit:problems";
  const random = (list) => list[Math.floor(Math.random() * list.length)];

  // -- progress -----------------------------------------------------------------------------------

  const isCount = (n) => Number.isInteger(n) && n >= 0;
  const isRecord = (r) =>
    r && isCount(r.right) && isCount(r.wrong) && Array.isArray(r.seen) && r.seen.every(isCount);
  const isProgress = (kinds) =>
    kinds !== null &&
    typeof kinds === "object" &&
    !Array.isArray(kinds) &&
    Object.values(kinds).every(isRecord);

  /* Of two records of a kind that were kept apart, all that either has. */
  const joined = (one, other) => {
    if (!one || !other) return one ?? other;
    return {
      right: Math.max(one.right, other.right),
      wrong: Math.max(one.wrong, other.wrong),
      again: Boolean(one.again || other.again),
      seen: [...new Set([...one.seen, ...other.seen])],
    };
  };
  const own = (kinds, kind) => (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined);
  const merged = (ours, theirs) => {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    return Object.fromEntries(names.map((k) => [k, joined(own(ours, k), own(theirs, k))]));
  };

  /* What was practised, by kind: how often it was right and wrong, whether it is to come again, and
     the seeds seen. Without storage it lasts as long as the page. Other pages may be open: each
     change is made to what is stored then. */
  const progress = {
    kept: false, // whether the storage has what is here
    failed: false, // whether it had, and has taken no more
    kinds: {},

    /* What is stored; if that is no progress, it is put aside and not written over. */
    stored() {
      const text = localStorage.getItem(KEY) ?? "{}";
      try {
        const kinds = JSON.parse(text);
        if (isProgress(kinds)) return kinds;
      } catch {
        /* no JSON */
      }
      if (text.length > 2) localStorage.setItem(`${KEY}:unread`, text);
      return {};
    },

    load() {
      try {
        const stored = this.stored();
        this.kinds = this.kept ? stored : merged(stored, this.kinds);
      } catch {
        /* no storage */
      }
    },

    /* Take what was exported beside what is here; throw if it is something else. */
    take(kinds) {
      if (!isProgress(kinds) || !Object.keys(kinds).length) throw new Error(KEY);
      this.load();
      this.kinds = merged(this.kinds, kinds);
      this.keep();
    },

    forget() {
      this.kinds = {};
      this.keep();
    },

    keep() {
      try {
        localStorage.setItem(KEY, JSON.stringify(this.kinds));
        this.kept = true;
        this.failed = false;
      } catch {
        this.failed ||= this.kept;
        this.kept = false;
      }
    },

    of(kind) {
      this.kinds[kind] ??= { right: 0, wrong: 0, again: false, seen: [] };
      return this.kinds[kind];
    },

    saw(kind, seed) {
      this.load();
      const { seen } = this.of(kind);
      if (!seen.includes(seed)) seen.push(seed);
      this.keep();
    },

    answered(kind, isRight) {
      this.load();
      const record = this.of(kind);
      record[isRight ? "right" : "wrong"] += 1;
      record.again = !isRight;
      this.keep();
    },
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY) progress.load();
  });
  progress.load();
  progress.keep(); // tells whether there is a storage

  // -- variants -----------------------------------------------------------------------------------

  const inflated = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };

  const loading = {};
  const load = (name, version) => {
    loading[name] ??= new Promise((done, fail) => {
      const tag = document.createElement("script");
      tag.src = new URL(`problems/${name}.js?v=${version}`, HERE);
      tag.onload = () => inflated(window.bookProblems[name]).then(done, fail);
      tag.onerror = () => {
        delete loading[name];
        fail(new Error(name));
      };
      document.head.append(tag);
    });
    return loading[name];
  };

  /* A variant that Python makes, where it runs in this page; null where it does not. */
  const made = async (kind, lang, guided) => {
    const session = window.liveBook?.session;
    if (!session?.alive) return null;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const code = `from mlevalkit_book.live import problems
problems.variant(*args[:3], guided=args[3])`;
    const answer = await session.python.call(code, { args: [kind, seed, lang, guided] });
    return answer.status === "ok" ? answer.value : null;
  };

  // -- one problem --------------------------------------------------------------------------------

  class Problem {
    /* `done` is called at the first answer to each variant, `next` for another one. */
    constructor(form, { done = () => {}, next = () => this.another() } = {}) {
      this.form = form;
      this.done = done;
      this.said = form.querySelector(".mk-said");
      this.body = form.querySelector(".mk-asked-for");
      this.seed = Number(form.dataset.seed);
      this.guided = true;
      this.variant = null;
      this.counted = false;
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.trying(() => this.check());
      });
      form.addEventListener("click", ({ target }) => {
        if (target.closest("[data-do=another]")) this.trying(next);
      });
      form.addEventListener(
        "toggle",
        ({ target }) => {
          if (target.open && target.matches(".mk-solution")) this.count(false);
        },
        true,
      );
    }

    get kind() {
      return this.form.dataset.problem;
    }

    get lang() {
      return this.form.lang;
    }

    async trying(act) {
      try {
        await act();
      } catch (error) {
        this.said.textContent = words.not_loaded;
        console.error(error);
      }
    }

    async data() {
      const data = await load(`${this.lang}/${this.kind}`, this.form.dataset.version);
      this.variant ??= data.variants.find((v) => v.seed === this.seed && v.guided === this.guided);
      return data;
    }

    /* The first answer to a variant counts, and so does looking at the solution before. */
    count(isRight) {
      if (this.counted) return;
      this.counted = true;
      progress.saw(this.kind, this.seed);
      progress.answered(this.kind, isRight);
      this.done();
    }

    answers() {
      return Object.fromEntries(new FormData(this.form));
    }

    async check() {
      const { mistakes } = await this.data();
      const verdicts = window.judgeProblem(this.variant, this.answers(), words);
      verdicts.forEach((verdict) => this.show(verdict, mistakes));
      const isRight = verdicts.every(({ verdict }) => verdict === "right");
      const isOpen = ({ verdict }) => ["unanswered", "unreadable"].includes(verdict);
      if (!verdicts.every(isOpen)) this.count(isRight);
      const alone = isRight && this.variant.helped ? [words.alone] : [];
      const said = [...this.form.querySelectorAll(".mk-feedback")].map((p) => p.textContent);
      const lost = progress.failed ? [words.store_full] : [];
      this.said.replaceChildren(this.unseen(said.join(" ")), ...alone, ...lost);
      const wrong = verdicts.find(({ verdict }) => verdict !== "right");
      if (!wrong) return;
      const inputs = this.inputs(wrong.name);
      (inputs.find((input) => input.checked) ?? inputs[0]).focus();
    }

    unseen(text) {
      const span = document.createElement("span");
      span.className = "mk-unseen";
      span.textContent = text;
      return span;
    }

    inputs(name) {
      return [...this.form.querySelectorAll(`[name="${name}"]`)];
    }

    show({ name, label, verdict, mistake, message }, mistakes) {
      const inputs = this.inputs(name);
      const said = inputs[0].closest(".mk-step").querySelector(".mk-feedback");
      const found = mistakes[mistake];
      said.dataset.verdict = verdict;
      said.innerHTML = found ? message.replace("{said}", () => found.said) : "";
      if (!found) said.textContent = message;
      if (label) said.prepend(this.unseen(label));
      if (found?.page) {
        const link = document.createElement("a");
        link.href = found.page;
        link.textContent = words.again;
        said.append(" ", link);
      }
      for (const input of inputs) input.setAttribute("aria-invalid", String(verdict === "wrong"));
    }

    /* After a problem that was solved with help comes one without. */
    async another() {
      const { variants } = await this.data();
      const solved = progress.of(this.kind).again === false && this.counted;
      const guided = !(solved && this.variant.helped);
      const fresh = await made(this.kind, this.lang, guided);
      const { seen } = progress.of(this.kind);
      const others = variants.filter((v) => v.guided === guided && v.seed !== this.seed);
      const left = others.filter((v) => !seen.includes(v.seed));
      this.said.textContent = fresh || left.length ? "" : words.all_seen;
      this.put(fresh ?? random(left.length ? left : others));
    }

    put(variant) {
      this.variant = variant;
      this.seed = this.form.dataset.seed = variant.seed;
      this.guided = variant.guided;
      this.counted = false;
      this.body.innerHTML = variant.html;
      progress.saw(this.kind, this.seed);
      // a screen reader reads the new question, and Tab leads to the place to answer
      const first = this.body.firstElementChild;
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
  }

  window.bookProblem = { Problem, load, progress, random };
  document.querySelectorAll("form.mk-problem").forEach((form) => new Problem(form));
})();
