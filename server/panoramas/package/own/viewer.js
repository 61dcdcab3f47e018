// The page of a tour that was taken along: a cube of pictures round the eye. A classic script, so that it runs from a disk.
;(function () {
  'use strict'
  const tour = window.TOUR
  const words = tour.words
  const at = (query) => document.querySelector(query)
  const look = at('#look')
  const marks = at('#hotspots')
  const panel = at('#panel')
  const FACES = ['front', 'right', 'back', 'left', 'top', 'bottom']
  const MARKS = { 1: '➜', 3: '▣', 4: '✎', 5: '↗' }
  const within = (value, least, most) => Math.min(most, Math.max(least, value))
  const radians = (degrees) => (degrees * Math.PI) / 180
  const cube = window.cubeOf(at('canvas'))
  let scene = tour.scenes[0]
  let view = scene.view
  let yaw = 0
  let pitch = 0
  let zoom = 75
  let buttons = []

  // A script brings the pictures of a face: a page on a disk may read no others.
  const waiting = new Map()
  window.TAKE = (images, face, tiles) => {
    const wanted = waiting.get(`${images}/${face}`)
    waiting.delete(`${images}/${face}`)
    if (wanted) wanted(tiles)
  }
  function faceOf(images, face) {
    return new Promise((found) => {
      waiting.set(`${images}/${face}`, found)
      const script = document.createElement('script')
      script.src = `${images}/${face}.js`
      script.addEventListener('load', () => script.remove())
      document.head.append(script)
    })
  }
  const pictureOf = (address) =>
    new Promise((found) => {
      const picture = new Image()
      picture.addEventListener('load', () => found(picture))
      picture.src = address
    })

  async function fill(wanted) {
    for (const face of FACES) {
      const tiles = await faceOf(wanted.images, face)
      const pictures = await Promise.all(tiles.map(pictureOf))
      if (scene !== wanted) return
      cube.put(face, pictures, wanted.tiles)
      show()
    }
  }

  function show() {
    const [wide, high] = [look.clientWidth, look.clientHeight]
    cube.draw({ wide, high, yaw: radians(yaw), pitch: radians(pitch), zoom: radians(zoom) })
    const distance = high / 2 / Math.tan(radians(zoom) / 2)
    for (const { button, hotspot } of buttons) place(button, hotspot, distance)
  }

  function place(button, hotspot, distance) {
    const around = radians(hotspot.ath - yaw)
    const down = radians(hotspot.atv)
    const tilt = radians(pitch)
    const ahead = Math.cos(down) * Math.cos(around)
    const right = Math.cos(down) * Math.sin(around)
    const below = Math.sin(down)
    const depth = ahead * Math.cos(tilt) + below * Math.sin(tilt)
    const height = below * Math.cos(tilt) - ahead * Math.sin(tilt)
    const isSeen = depth > 0.05
    button.hidden = !isSeen
    if (!isSeen) return
    button.style.left = `${look.clientWidth / 2 + (right / depth) * distance}px`
    button.style.top = `${look.clientHeight / 2 + (height / depth) * distance}px`
  }

  function turn(right, down) {
    const isWhole = view.hlookatMax - view.hlookatMin >= 360
    yaw = isWhole ? ((((yaw + right + 180) % 360) + 360) % 360) - 180 : within(yaw + right, view.hlookatMin, view.hlookatMax)
    pitch = within(pitch + down, view.vlookatMin, view.vlookatMax)
    show()
  }
  function widen(degrees) {
    // A flat picture of more than this shows nothing of use.
    zoom = within(within(zoom + degrees, view.fovMin, view.fovMax), 10, 130)
    show()
  }

  function enter(next) {
    scene = next
    view = scene.view
    yaw = view.hlookat
    pitch = view.vlookat
    zoom = view.fov
    cube.clear()
    buttons = scene.hotspots.map((hotspot) => ({ hotspot, button: buttonOf(hotspot) }))
    marks.replaceChildren(...buttons.map(({ button }) => button))
    for (const [nth, button] of [...at('#scenes').children].entries()) {
      if (tour.scenes[nth] === scene) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
    widen(0)
    void fill(scene)
  }

  function buttonOf(hotspot) {
    const button = document.createElement('button')
    const mark = document.createElement('span')
    mark.className = 'mark'
    mark.textContent = MARKS[hotspot.type] || ''
    mark.style.cssText = `width:${Math.max(24, hotspot.width)}px;height:${Math.max(24, hotspot.height)}px`
    const title = document.createElement('span')
    title.className = 'title'
    title.textContent = titleOf(hotspot)
    button.type = 'button'
    button.append(mark, title)
    button.addEventListener('click', () => follow(hotspot))
    return button
  }
  const sceneOf = (hotspot) => tour.scenes.find(({ id }) => id === hotspot.content.scenesId)
  const titleOf = (hotspot) => hotspot.title || (hotspot.type === 1 && sceneOf(hotspot) ? sceneOf(hotspot).name : '')

  function follow(hotspot) {
    if (hotspot.type === 1) {
      const next = sceneOf(hotspot)
      if (next) enter(next)
    } else if (hotspot.type === 5) {
      if (/^(https?|ftp):\/\//i.test(hotspot.content)) window.open(hotspot.content, '_blank', 'noopener,noreferrer')
    } else if (hotspot.type === 4) open(hotspot.title, hotspot.content)
    else if (hotspot.type === 3) {
      const pictures = hotspot.content.map((address) => {
        const picture = document.createElement('img')
        picture.src = address
        picture.alt = hotspot.title
        return picture
      })
      open(hotspot.title, ...pictures)
    }
  }

  function open(title, ...content) {
    panel.querySelector('h2').textContent = title
    panel.querySelector('div').replaceChildren(...content)
    panel.showModal()
  }

  let dragged = null
  look.addEventListener('pointerdown', (event) => {
    dragged = { x: event.clientX, y: event.clientY }
    look.setPointerCapture(event.pointerId)
  })
  look.addEventListener('pointermove', (event) => {
    if (!dragged) return
    const degrees = zoom / look.clientHeight
    turn((dragged.x - event.clientX) * degrees, (dragged.y - event.clientY) * degrees)
    dragged = { x: event.clientX, y: event.clientY }
  })
  for (const end of ['pointerup', 'pointercancel']) look.addEventListener(end, () => (dragged = null))
  look.addEventListener('wheel', (event) => widen(Math.sign(event.deltaY) * 4), { passive: true })
  const keys = {
    ArrowLeft: () => turn(-5, 0),
    ArrowRight: () => turn(5, 0),
    ArrowUp: () => turn(0, -5),
    ArrowDown: () => turn(0, 5),
    '+': () => widen(-5),
    '-': () => widen(5),
  }
  look.addEventListener('keydown', (event) => {
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  })
  window.addEventListener('resize', show)

  document.documentElement.lang = tour.language
  document.title = tour.name
  at('h1').textContent = tour.name
  look.setAttribute('aria-label', words.hint)
  at('#scenes').setAttribute('aria-label', words.scenes)
  at('#panel button').textContent = words.close
  at('#about').textContent = words.introduction
  at('#about').addEventListener('click', () => open(tour.name, tour.description || words.noIntroduction))
  for (const [id, word, degrees] of [
    ['#zoom-in', words.zoomIn, -10],
    ['#zoom-out', words.zoomOut, 10],
  ]) {
    at(id).setAttribute('aria-label', word)
    at(id).addEventListener('click', () => widen(degrees))
  }
  at('#scenes').replaceChildren(
    ...tour.scenes.map((one) => {
      const button = document.createElement('button')
      const picture = document.createElement('img')
      picture.src = one.cover
      picture.alt = ''
      button.type = 'button'
      button.append(picture, one.name)
      button.addEventListener('click', () => enter(one))
      return button
    }),
  )
  if (!cube.works) open(tour.name, words.noPicture)
  enter(scene)
})()
