// Without it the page is whole: a link leads to the part that says more. With it that part is a window that keeps the focus and closes by Escape.
document.documentElement.classList.add('js')
for (const link of document.querySelectorAll('a[data-info]')) {
  const info = document.getElementById(link.hash.slice(1))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    info.showModal()
  })
  info.addEventListener('click', (event) => {
    if (event.target !== info && !event.target.closest('a.close')) return
    event.preventDefault()
    info.close()
  })
  if (location.hash === link.hash) info.showModal()
}
