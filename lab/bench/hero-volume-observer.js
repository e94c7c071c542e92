// Runs in the page, before its scripts: notes when the first touch begins and when
// the axial cut shows another slice, and the time of every frame while `noting`.

window.seen = { touched: undefined, moved: undefined, noting: false, frames: [] }
addEventListener(
  'pointerdown',
  () => {
    window.seen.touched ??= performance.now()
  },
  { capture: true },
)
requestAnimationFrame(function look(now) {
  const { seen } = window
  if (seen.noting) seen.frames.push(now)
  const text = document.querySelector('[data-plane=axial] span')?.textContent
  seen.first ??= text
  if (seen.moved === undefined && text !== seen.first) seen.moved = performance.now()
  requestAnimationFrame(look)
})
