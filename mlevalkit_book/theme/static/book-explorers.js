/* An explorer on a page: controls, a picture, numbers and words. What they show for a setting comes
   from a source of states: drawn when the book was built, or asked from Python (live/explorers.js).
   */
"use strict";
/* What its controls say; a live page reads them in the same way. */
window.bookControls = {
  /* A falling list of values stands the other way round: the largest is on the right. */
  place: (control, i) => ("falls" in control.dataset ? control.querySelector("input").max - i : i),

  value: (control) =>
    window.bookControls.place(
      control,
      Number(control.querySelector("input[type=range], input:checked").value),
    ),

  label: (control, i) => {
    if (!control.dataset.values) return;
    const input = control.querySelector("input");
    const text = JSON.parse(control.dataset.values)[i];
    control.querySelector("output").textContent = text;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--at", `${(100 * input.value) / Math.max(input.max, 1)}%`);
  },

  turn: (control, i) => {
    const range = control.querySelector("input[type=range]");
    if (range) range.value = window.bookControls.place(control, i);
    else control.querySelectorAll("input")[i].checked = true;
  },

  /* The words change at every step; a screen reader is told once the reader pauses. */
  speak: (box, words) => {
    const said = box.querySelector("[role=status].mk-verdict");
    if (said.innerHTML === words) return;
    said.setAttribute("aria-live", "off");
    said.innerHTML = words;
    clearTimeout(said.pause);
    said.pause = setTimeout(() => {
      said.setAttribute("aria-live", "polite");
      said.innerHTML = words;
    }, 500);
  },
};

/* Handles in the picture: what the reader drags there sets a control, to the value that lies
   nearest. */
window.bookDrag = (box, controls) => {
  const { value, turn } = window.bookControls;
  const canvas = box.querySelector(".mk-canvas");
  const parts = [];
  let handles = [],
    held = null;

  const percent = (share) => `${100 * share}%`;
  const steps = ({ x, y }) => (x ?? y).length;
  const idle = ({ n }) => controls[n].querySelector("input").disabled;

  /* The value nearest to a point; of several that lie in one place, the nearest to where the
     control stands. */
  const nearest = (handle, px, py) => {
    const { width, height } = canvas.getBoundingClientRect();
    const now = value(controls[handle.n]);
    const far = (places, p, size) => (i) =>
      !places ? 0 : places[i] === null ? Infinity : (places[i] - p) * size;
    const dx = far(handle.x, px, width),
      dy = far(handle.y, py, height);
    const away = (i) => Math.round(10 * Math.hypot(dx(i), dy(i)));
    let best = now;
    for (let i = 0; i < steps(handle); i++) {
      const closer = away(i) - away(best);
      if (closer < 0 || (closer === 0 && Math.abs(i - now) < Math.abs(best - now))) best = i;
    }
    return best;
  };

  const set = ({ n }, i) => {
    if (i === value(controls[n])) return;
    turn(controls[n], i);
    controls[n].querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
  };

  const point = (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };

  /* Where a handle stands; along a line, in the middle of its part of the picture. */
  const place = ({ n, x, y, box: [left, top, right, bottom] }) => {
    const i = value(controls[n]);
    return [x ? x[i] : (left + right) / 2, y ? y[i] : (top + bottom) / 2];
  };

  const grab = (k) => (event) => {
    if (event.button) return;
    const [px, py] = point(event),
      [x, y] = place(handles[k]);
    held = { k, dx: px - x, dy: py - y };
    parts[k].setPointerCapture(event.pointerId);
    parts[k].classList.add("mk-held");
    const control = controls[handles[k].n];
    (control.querySelector(":checked") ?? control.querySelector("input")).focus({
      preventScroll: true,
    });
    event.preventDefault();
  };
  const move = (event) => {
    if (!held) return;
    const [px, py] = point(event);
    set(handles[held.k], nearest(handles[held.k], px - held.dx, py - held.dy));
  };
  const drop = () => {
    if (held) parts[held.k].classList.remove("mk-held");
    held = null;
  };

  const make = (k) => {
    const part = document.createElement("span");
    // by keyboard, and for a screen reader, there is the control
    part.setAttribute("aria-hidden", "true");
    part.addEventListener("pointerdown", grab(k));
    part.addEventListener("pointermove", move);
    part.addEventListener("pointerup", drop);
    part.addEventListener("pointercancel", drop);
    canvas.append(part);
    return part;
  };

  /* A click into the part of the picture where a handle moves brings it there. */
  canvas.addEventListener("click", (event) => {
    if (parts.includes(event.target)) return;
    const [px, py] = point(event);
    const here = handles.find(
      (h) => !idle(h) && px >= h.box[0] && px <= h.box[2] && py >= h.box[1] && py <= h.box[3],
    );
    if (here) set(here, nearest(here, px, py));
  });

  return {
    show(now) {
      handles = now;
      handles.forEach((handle, k) => {
        const part = (parts[k] ??= make(k));
        const [x, y] = place(handle);
        const [left, top, right, bottom] = handle.box;
        const along = `${handle.x ? "x" : ""}${handle.y ? "y" : ""}`;
        part.className = `mk-handle mk-along-${along}`;
        part.classList.toggle("mk-held", held?.k === k);
        part.hidden = x === null || y === null || idle(handle);
        part.style.left = percent(handle.x ? x : left);
        part.style.top = percent(handle.y ? y : top);
        part.style.width = handle.x ? "" : percent(right - left);
        part.style.height = handle.y ? "" : percent(bottom - top);
      });
    },
  };
};
(() => {
  const { value, label, turn, speak } = window.bookControls;
  const languageOf = (box) => (box.lang.startsWith("zh") ? "zh" : "en");
  const WORDS = {
    zh: {
      reset: "复原",
      pin: "留作对照",
      unpin: "去掉对照",
      idle: "在这种设置下不起作用",
      kept: "对照",
    },
    en: {
      reset: "Reset",
      pin: "Keep to compare",
      unpin: "Stop comparing",
      idle: "has no effect with this setting",
      kept: "kept",
    },
  };

  /* Change what differs and keep the rest of a drawing: the browser need not lay it out again. */
  const renew = (old, fresh) => {
    const before = [...old.childNodes];
    const after = [...fresh.childNodes];
    if (before.length !== after.length) return old.replaceChildren(...after);
    return after.forEach((node, i) => {
      const was = before[i];
      if (was.isEqualNode(node)) return;
      if (node.childElementCount && was.cloneNode().isEqualNode(node.cloneNode())) renew(was, node);
      else was.replaceWith(node);
    });
  };

  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  };

  /* `source` has `state(setting)`: an object with the HTML of picture and words, the numbers and
     the handles, or a promise of one (null if there is none). It may have `first`, the state that
     the page shows already, `isIdle(setting, n)`, whether a control changes nothing, and `shown`,
     called with each state. */
  window.BookExplorer = class {
    constructor(box, source) {
      this.words = WORDS[languageOf(box)];
      Object.assign(this, { box, source, asked: false, drawing: false, kept: null });
      this.controls = [...box.querySelectorAll(":scope > .mk-controls > .mk-control")];
      this.picture = box.querySelector(".mk-picture");
      this.cells = [...box.querySelectorAll(".mk-numbers dd")];
      this.drag = window.bookDrag(box, this.controls);
      this.first = this.setting;
      this.addTools();
      window.bookGuess?.(box);
      box.querySelector(".mk-controls").addEventListener("input", () => this.changed());
      if (source.first) this.render(source.first);
    }

    get setting() {
      return this.controls.map(value);
    }

    set setting(setting) {
      this.controls.forEach((control, n) => turn(control, setting[n]));
      this.show();
    }

    get isMoved() {
      return this.setting.join() !== this.first.join();
    }

    addTools() {
      this.reset = button(this.words.reset, () => {
        this.setting = this.first;
        this.source.moved?.(null);
        this.controls[0]?.querySelector("input").focus();
      });
      this.pin = button(this.words.pin, () => this.compare(!this.kept));
      this.reset.hidden = true;
      const tools = document.createElement("p");
      tools.className = "mk-tools";
      tools.append(this.reset, this.pin);
      this.box.querySelector(".mk-verdict").after(tools);
    }

    changed() {
      this.show();
      this.source.moved?.(this.isMoved ? this.setting.join(".") : null);
    }

    /* A slider may move faster than its states come: of what it passed, only the last is asked, at
       once, so that it is drawn while the browser shows the one before. */
    show() {
      this.controls.forEach((control, n) => label(control, this.setting[n]));
      this.reset.hidden = !this.isMoved;
      if (this.drawing) {
        this.asked = true;
        return;
      }
      const found = this.source.state(this.setting);
      if (found instanceof Promise) this.wait(found);
      else this.render(found);
    }

    async wait(promise) {
      this.drawing = true;
      this.asked = false;
      const state = await promise;
      this.drawing = false;
      if (state) this.render(state);
      if (this.asked) this.show();
    }

    render(state) {
      const fresh = document.createElement("template");
      fresh.innerHTML = state.picture;
      renew(this.picture, fresh.content);
      speak(this.box, state.alt);
      this.cells.forEach((cell, n) => {
        const [text] = cell.childNodes;
        if (text.nodeValue !== state.numbers[n]) text.nodeValue = state.numbers[n];
      });
      this.rest();
      this.drag.show(state.handles);
      this.source.shown?.(state);
    }

    /* A control that changes nothing says so, and rests. */
    rest() {
      if (!this.source.isIdle) return;
      this.controls.forEach((control, n) => {
        const idle = this.source.isIdle(this.setting, n);
        control.querySelectorAll("input").forEach((input) => {
          input.disabled = idle && input.max !== "0";
        });
        control.classList.toggle("mk-idle", idle);
        control.title = idle ? this.words.idle : "";
      });
    }

    /* What is kept lies as a shadow in the same picture, its numbers beside the new ones. */
    compare(on) {
      this.kept?.remove();
      this.kept = null;
      this.box.querySelectorAll(".mk-was").forEach((was) => was.remove());
      this.pin.textContent = on ? this.words.unpin : this.words.pin;
      this.pin.setAttribute("aria-pressed", String(on));
      if (!on) return;
      this.kept = this.picture.cloneNode(true);
      this.kept.className = "mk-ghost";
      this.picture.after(this.kept);
      this.cells.forEach((cell) => {
        const was = document.createElement("small");
        was.className = "mk-was";
        was.textContent = ` ${this.words.kept} ${cell.textContent}`;
        cell.append(was);
      });
    }
  };

  /* Drawings come when the reader is near; a script that did not come is asked for again. */
  const coming = {};
  const load = (address) =>
    (coming[address] ??= new Promise((done) => {
      const script = document.createElement("script");
      script.onload = () => done(true);
      script.onerror = () => {
        script.remove();
        delete coming[address];
        done(false);
      };
      script.src = address;
      document.head.append(script);
    }));

  /* The states of an explorer in the language of its box. */
  const drawingsOf = (name) => {
    const { texts, states } = window.bookExplorers[name];
    const joined = [];
    return {
      state: (k) => {
        const now = states[k];
        return {
          picture: now.picture.map((i) => texts[i]).join(""),
          alt: texts[now.alt],
          numbers: now.numbers.map((i) => texts[i]),
          handles: now.handles.map((i) => JSON.parse(texts[i])),
        };
      },
      drawing: (k) => (joined[k] ??= states[k].picture.join()),
    };
  };

  /* States that were drawn when the book was built; the address names the setting. */
  const address = new URLSearchParams(location.search);
  const prepared = (box, serial) => {
    const { explorer: name, drawings } = box.dataset;
    const sizes = JSON.parse(box.dataset.sizes);
    const several = document.querySelectorAll(`[data-explorer="${name}"]`).length > 1;
    const key = `${name}${several ? serial : ""}`;
    const at = (setting) => setting.reduce((k, i, n) => k * sizes[n] + i, 0);
    let drawn = null;
    const loaded = async () => {
      if (await load(drawings)) drawn ??= drawingsOf(`${name}-${languageOf(box)}`);
      return drawn;
    };
    let waiting = 0;
    const asked = address.get(key)?.split(".").map(Number) ?? [];
    const isKnown =
      asked.length === sizes.length &&
      asked.every((i, n) => Number.isInteger(i) && i >= 0 && i < sizes[n]);
    return {
      asked: isKnown ? asked : null,
      state: (setting) => {
        const found = (states) => states?.state(at(setting));
        return drawn ? found(drawn) : loaded().then(found);
      },
      isIdle: (setting, n) => {
        const others = Array.from({ length: sizes[n] }, (_, i) => setting.with(n, i));
        return others.every((other) => drawn.drawing(at(other)) === drawn.drawing(at(others[0])));
      },
      moved: (setting) => {
        clearTimeout(waiting); // browsers limit how often an address may change
        waiting = setTimeout(() => keep(key, setting), 300);
      },
    };
  };

  const keep = (key, setting) => {
    const here = new URL(location.href);
    if (setting) here.searchParams.set(key, setting);
    else here.searchParams.delete(key);
    try {
      history.replaceState(history.state, "", here);
    } catch {
      /* a page in a frame */
    }
  };

  /* An explorer answers at once, because its drawings are there before the reader is. */
  const near = new IntersectionObserver(
    (entries) =>
      entries.forEach(({ isIntersecting, target }) => {
        if (!isIntersecting) return;
        near.unobserve(target);
        explorers.get(target).show();
      }),
    { rootMargin: "100%" },
  );
  const explorers = new Map();
  document.querySelectorAll(".mk-explorer[data-explorer]").forEach((box, serial) => {
    const source = prepared(box, serial);
    const explorer = new window.BookExplorer(box, source);
    explorers.set(box, explorer);
    if (source.asked) explorer.setting = source.asked;
    else near.observe(box);
  });
})();
