/** How long a section stays laid out unseen, in ms: until the browser has remembered its height, or a link has led where it leads. */
const kept = 2_000
/** Between two sections, in ms. */
const pause = 100

/** The sections that site.css lays out when they come near. */
const farSections = () => [
  ...document.querySelectorAll<HTMLElement>('#inicio ~ section, #inicio ~ div > section'),
]

function layOut(section: HTMLElement): void {
  section.style.contentVisibility = 'visible'
  setTimeout(() => {
    section.style.contentVisibility = ''
  }, kept)
}

/** Before a link of the page leads to one of them: until then their heights are a guess. */
export function layOutAll(): void {
  farSections().forEach(layOut)
}

/** One after the other, so that nothing waits for it; from then on the browser knows how high each is. */
export async function layOutSlowly(): Promise<void> {
  for (const section of farSections()) {
    layOut(section)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
