/* An explorer on a page: its controls choose among settings that were drawn when the book was built. */
"use strict";
/* What its controls say; a live page reads them in the same way. */
window.bookControls = {
  /* A falling list of values stands the other way round: the largest is on the right. */
  place: (control, i) => ("falls" in control.dataset ? control.querySelector("input").max - i : i),

  value: (control) => window.bookControls.place(control, Number(control.querySelector("input[type=range], input:checked").value)),

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

  speak: (box, words) => { box.querySelector("[role=status].mk-verdict").innerHTML = words; },
};

/* Handles in the picture: what the reader drags there sets a control, to the value that lies nearest. */
window.bookDrag = (box, controls) => {
  const { value, turn } = window.bookControls;
  const canvas = box.querySelector(".mk-canvas");
  const parts = [];
  let handles = [], held = null;

  const percent = (share) => `${100 * share}%`;
  const steps = ({ x, y }) => (x ?? y).length;
  const idle = ({ n }) => controls[n].querySelector("input").disabled;

  /* The value nearest to a point; of several that lie in one place, the nearest to where the control stands. */
  const nearest = (handle, px, py) => {
    const { width, height } = canvas.getBoundingClientRect();
    const now = value(controls[handle.n]);
    const far = (places, p, size) => (i) => (!places ? 0 : places[i] === null ? Infinity : (places[i] - p) * size);
    const dx = far(handle.x, px, width), dy = far(handle.y, py, height);
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
    const [px, py] = point(event), [x, y] = place(handles[k]);
    held = { k, dx: px - x, dy: py - y };
    parts[k].setPointerCapture(event.pointerId);
    parts[k].classList.add("mk-held");
    const control = controls[handles[k].n];
    (control.querySelector(":checked") ?? control.querySelector("input")).focus({ preventScroll: true });
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
    part.setAttribute("aria-hidden", "true"); // by keyboard, and for a screen reader, there is the control
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
    const here = handles.find((h) => !idle(h) && px >= h.box[0] && px <= h.box[2] && py >= h.box[1] && py <= h.box[3]);
    if (here) set(here, nearest(here, px, py));
  });

  return {
    show(now) {
      handles = now;
      handles.forEach((handle, k) => {
        const part = (parts[k] ??= make(k));
        const [x, y] = place(handle);
        const [left, top, right, bottom] = handle.box;
        part.className = `mk-handle mk-along-${handle.x ? "x" : ""}${handle.y ? "y" : ""}${held?.k === k ? " mk-held" : ""}`;
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
  const chinese = document.documentElement.lang.startsWith("zh");
  const WORDS = chinese
    ? { reset: "复原", pin: "留作对照", unpin: "去掉", idle: "在这种设置下不起作用" }
    : { reset: "Reset", pin: "Keep to compare", unpin: "Remove", idle: "has no effect with this setting" };
  const address = new URLSearchParams(location.search);

  /* Change what differs and keep the rest of a drawing: the browser need not lay it out again. */
  const renew = (old, fresh) => {
    const before = [...old.childNodes], after = [...fresh.childNodes];
    if (before.length !== after.length) return old.replaceChildren(...after);
    after.forEach((node, i) => {
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

  document.querySelectorAll(".mk-explorer[data-explorer]").forEach((box, serial) => {
    const { texts: drawn, own, states } = window.bookExplorers[box.dataset.explorer];
    const texts = Object.assign([...drawn], own[chinese ? "zh" : "en"]); // the words in the page's language
    const sizes = JSON.parse(box.dataset.sizes);
    const controls = [...box.querySelectorAll(".mk-control")];
    const picture = box.querySelector(".mk-picture");
    const cells = box.querySelectorAll(".mk-numbers dd");
    const verdict = box.querySelector(".mk-verdict");
    const first = controls.map(value);
    const drag = window.bookDrag(box, controls);
    const key = `${box.dataset.explorer}${document.querySelectorAll(`[data-explorer="${box.dataset.explorer}"]`).length > 1 ? serial : ""}`;

    const state = (at) => states[at.reduce((k, i, n) => k * sizes[n] + i, 0)];

    const drawing = (one) => (one.drawing ??= one.picture.join());

    /* A control that changes nothing says so, and rests. */
    const rest = (at) => controls.forEach((control, n) => {
      const same = Array.from({ length: sizes[n] }, (_, i) => drawing(state(at.map((v, m) => (m === n ? i : v))))).every((p, _, all) => p === all[0]);
      control.querySelectorAll("input").forEach((input) => { input.disabled = same && sizes[n] > 1; });
      control.classList.toggle("mk-idle", same);
      control.title = same ? WORDS.idle : "";
    });

    const show = () => {
      const at = controls.map(value);
      const now = state(at);
      const fresh = document.createElement("template");
      fresh.innerHTML = now.picture.map((i) => texts[i]).join("\n");
      renew(picture, fresh.content);
      speak(box, texts[now.alt]);
      now.numbers.forEach((i, n) => { if (cells[n].textContent !== texts[i]) cells[n].textContent = texts[i]; });
      controls.forEach((control, n) => label(control, at[n]));
      rest(at);
      drag.show(now.handles.map((i) => JSON.parse(texts[i])));
      const moved = at.join() !== first.join();
      reset.hidden = !moved;
      return moved ? at.join(".") : null;
    };

    /* The address names the setting, so that a link leads to it. */
    const keep = (setting) => {
      const here = new URL(location.href);
      if (setting) here.searchParams.set(key, setting);
      else here.searchParams.delete(key);
      try { history.replaceState(history.state, "", here); } catch (e) { /* a page in a frame */ }
    };

    const set = (at) => {
      controls.forEach((control, n) => turn(control, at[n]));
      return show();
    };

    const pin = () => {
      const kept = document.createElement("figure");
      kept.className = "mk-pinned";
      const words = verdict.cloneNode(true);
      words.removeAttribute("role");
      kept.append(picture.cloneNode(true), words, button(WORDS.unpin, () => kept.remove()));
      box.append(kept);
    };

    const reset = button(WORDS.reset, () => { keep(set(first)); controls[0].querySelector("input").focus(); });
    const tools = document.createElement("p");
    tools.className = "mk-tools";
    tools.append(reset, button(WORDS.pin, pin));
    verdict.after(tools);

    let waiting = 0;
    box.addEventListener("input", () => {
      const setting = show();
      clearTimeout(waiting); // browsers limit how often an address may change
      waiting = setTimeout(() => keep(setting), 300);
    });
    const asked = address.get(key)?.split(".").map(Number) ?? [];
    const known = asked.length === sizes.length && asked.every((i, n) => Number.isInteger(i) && i >= 0 && i < sizes[n]);
    if (known) set(asked);
    else show();
  });
})();
