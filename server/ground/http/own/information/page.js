// Without it the page is whole: a link leads to the article. With it the article opens beside the list, the headlines move by themselves, and
// that somebody read is counted.
const drawer = document.getElementById('drawer')
const room = drawer?.querySelector('.room')
const list = location.href
let from = null

async function count(article) {
  const answer = await fetch(article.dataset.read, { method: 'POST' }).catch(() => null)
  if (answer?.ok !== true) return
  const { readTime } = await answer.json()
  const id = article.querySelector('[data-reads]').dataset.reads
  const text = new Intl.NumberFormat(document.documentElement.lang).format(readTime)
  for (const place of document.querySelectorAll(`[data-reads="${id}"]`)) place.textContent = text
}

async function open(href) {
  const answer = await fetch(href).catch(() => null)
  const text = answer?.ok === true ? await answer.text() : ''
  const article = new DOMParser().parseFromString(text, 'text/html').querySelector('article[data-read]')
  // What cannot be shown here is shown, or explained, at its own address.
  if (!article) {
    location.assign(href)
    return
  }
  room.replaceChildren(document.adoptNode(article))
  drawer.scrollTop = 0
  if (!drawer.open) drawer.showModal()
  await count(article)
}

if (drawer) {
  for (const link of document.querySelectorAll('a[data-article]'))
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      from = link
      history.pushState(null, '', link.href)
      void open(link.href)
    })
  drawer.addEventListener('click', (event) => {
    if (event.target === drawer || event.target.closest('.close')) drawer.close()
  })
  drawer.addEventListener('close', () => {
    room.replaceChildren()
    if (location.href !== list) history.pushState(null, '', list)
    from?.focus()
  })
  addEventListener('popstate', () => {
    if (location.href !== list) void open(location.href)
    else if (drawer.open) drawer.close()
  })
} else {
  const article = document.querySelector('article[data-read]')
  if (article) void count(article)
}

const TURN_MS = 5000
for (const part of document.querySelectorAll('.headlines')) {
  const slides = part.querySelector('ul')
  const turns = part.querySelector('.turns')
  const pause = turns.querySelector('[data-pause]')
  if (slides.children.length < 2) continue
  turns.hidden = false
  let moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  let held = false
  const turn = (by) => {
    const many = slides.children.length
    const at = Math.round(slides.scrollLeft / slides.clientWidth)
    slides.scrollTo({ left: ((at + by + many) % many) * slides.clientWidth, behavior: moves ? 'smooth' : 'auto' })
  }
  const say = () => (pause.textContent = moves ? pause.dataset.on : pause.dataset.off)
  say()
  pause.addEventListener('click', () => {
    moves = !moves
    say()
  })
  for (const button of turns.querySelectorAll('[data-turn]')) button.addEventListener('click', () => turn(Number(button.dataset.turn)))
  // Nothing moves away from under a hand, or from whoever reads it.
  for (const [name, is] of [
    ['pointerenter', true],
    ['pointerleave', false],
    ['focusin', true],
    ['focusout', false],
  ])
    part.addEventListener(name, () => (held = is))
  setInterval(() => {
    if (moves && !held && !document.hidden && !drawer.open) turn(1)
  }, TURN_MS)
}
