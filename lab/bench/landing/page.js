// The minimum for the static page's controls: thumbnails, carousels, lightbox.
const heroes = ['cbct_hero-800', 'panoramica_hero-800', 'lateral-800', 'carpal-800', 'trazado-800', 'escaneo-800']
const tabs = [...document.querySelectorAll('[role=tab]')]
tabs.forEach((tab, index) => {
  tab.onclick = () => {
    for (const one of tabs) one.setAttribute('aria-selected', String(one === tab))
    const film = document.querySelector('.film picture')
    film.querySelector('source').srcset = `img/${heroes[index]}.avif`
    film.querySelector('img').srcset = `img/${heroes[index]}.webp`
  }
})

const box = document.querySelector('dialog')
const [picture, [close, previous, next]] = [box.querySelector('img'), box.querySelectorAll('button')]
let shown = []
let at = 0
function show(index) {
  at = (index + shown.length) % shown.length
  picture.src = shown[at].href
  picture.alt = shown[at].querySelector('img').alt
  previous.hidden = next.hidden = shown.length < 2
}
close.onclick = () => box.close()
previous.onclick = () => show(at - 1)
next.onclick = () => show(at + 1)

const signIn = document.querySelector('#sesion')
for (const button of document.querySelectorAll('[data-sign-in]')) button.onclick = () => signIn.showModal()

for (const frame of document.querySelectorAll('.frame')) {
  const strip = frame.querySelector('ul')
  const links = [...frame.querySelectorAll('a')]
  links.forEach((link, index) => {
    link.onclick = (event) => {
      event.preventDefault()
      shown = links
      show(index)
      box.showModal()
    }
  })
  const [back, forth] = frame.querySelectorAll('.arrows button')
  if (!back) continue
  back.onclick = () => strip.scrollBy({ left: -strip.clientWidth })
  forth.onclick = () => strip.scrollBy({ left: strip.clientWidth })
  strip.onscroll = () => {
    back.disabled = strip.scrollLeft < 8
    forth.disabled = strip.scrollLeft > strip.scrollWidth - strip.clientWidth - 8
  }
}
