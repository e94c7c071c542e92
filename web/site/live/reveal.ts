const shownPart = 0.15
const staggerMs = 100

/**
 * Lets the children of a list rise once when they come into view. A child is hidden only from its first
 * visible pixel until 15 % of it are in view, so nothing stays hidden if the observer never fires.
 */
export function reveal(list: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const children = [...list.children]
  const risings = new Map<Element, Animation>()
  const observer = new IntersectionObserver(
    (entries) => {
      // The page only scrolls past on its way to the form: nobody who types there should wait for an animation.
      const isPassing = document.activeElement?.closest('form') != null
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        if (isPassing && !risings.has(target)) {
          observer.unobserve(target)
          continue
        }
        if (!isIntersecting) {
          risings.get(target)?.cancel()
          risings.delete(target)
          continue
        }
        const rising = risings.get(target) ?? rise(target, children.indexOf(target))
        risings.set(target, rising)
        if (intersectionRatio < shownPart) continue
        observer.unobserve(target)
        rising.play()
      }
    },
    { threshold: [0, shownPart] },
  )
  for (const child of children) {
    if (child.getBoundingClientRect().top > innerHeight) observer.observe(child)
  }
}

/** The animation, held at its first frame. */
function rise(element: Element, index: number): Animation {
  const animation = element.animate(
    [
      { opacity: 0, transform: 'translateY(16px)' },
      { opacity: 1, transform: 'none' },
    ],
    {
      duration: 600,
      delay: index * staggerMs,
      easing: 'cubic-bezier(0.22, 1, 0.36, 1)',
      fill: 'backwards',
    },
  )
  animation.pause()
  return animation
}
