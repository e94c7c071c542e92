import { loadClinic } from '#web/backend/config.ts'

/** Writes the clinic's name, tagline and logo into the head of a plain page, whose answer does not wait for them. */
export async function showClinic(): Promise<void> {
  try {
    const { name, tagline, logo } = await loadClinic()
    for (const [id, words] of Object.entries({ clinic: name, tagline })) {
      const place = document.getElementById(id)
      if (place) place.textContent = words
    }
    const image = document.querySelector<HTMLImageElement>('#logo')
    if (!image) return
    image.src = logo ? `/img/clinica/${logo}` : '/img/logo-mark.svg'
    image.hidden = false
  } catch {
    console.warn('The clinic could not be read.')
  }
}
