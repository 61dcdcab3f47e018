// The floor (q): a bare page whose canvas draws the bars of a season that are seen, with their names, and nothing else.
const query = new URLSearchParams(location.search)
const number = (name: string) => Number(query.get(name))
const [plots, batches, tasks, days, perDay] = [number('plots'), number('batches'), number('tasks'), number('days'), number('perDay')]
const [THICK, TASK, ROW] = [24, 9, 54]
const NAMES = 140

interface Bar {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly name: string | null
}
const lay = (count: number, long: number, y: number, name: (at: number) => string | null): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const nth = Math.floor(at / plots)
    const step = days / Math.ceil(count / plots)
    return { x: nth * step * perDay, y: (at % plots) * ROW + y, wide: long * perDay, name: name(at) }
  })
const bars = [...lay(batches, 80, 6, (at) => `Batch ${at}`), ...lay(tasks, 1.2, 34, () => null)]

const box = document.querySelector<HTMLElement>('#box')!
box.style.overflow = 'auto'
const whole = document.createElement('div')
whole.style.cssText = `width:${NAMES + days * perDay}px;height:${plots * ROW}px`
const canvas = document.createElement('canvas')
canvas.style.cssText = 'position:sticky;top:0;left:0;display:block'
whole.append(canvas)
box.append(whole)
;[canvas.width, canvas.height] = [box.clientWidth, box.clientHeight]
const pen = canvas.getContext('2d')!
pen.font = '12px sans-serif'
pen.textBaseline = 'middle'

function draw(): void {
  const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = box
  pen.clearRect(0, 0, width, height)
  pen.fillStyle = '#ddd'
  for (let day = 0; day < days; day += 7) pen.fillRect(NAMES + day * perDay - left, 0, 1, height)
  for (const { x, y, wide, name } of bars) {
    const [across, down] = [NAMES + x - left, y - top]
    if (across > width || across + wide < NAMES || down > height || down + THICK < 0) continue
    pen.fillStyle = name === null ? '#888' : '#c6dfd4'
    pen.fillRect(across, down, wide, name === null ? TASK : THICK)
    pen.fillStyle = '#222'
    if (name !== null) pen.fillText(name, Math.max(across, NAMES) + 7, down + THICK / 2)
  }
  pen.clearRect(0, 0, NAMES, height)
  for (let plot = Math.floor(top / ROW); plot * ROW - top < height && plot < plots; plot++)
    pen.fillText(`Plot ${plot}`, 10, plot * ROW - top + 18)
}
box.addEventListener('scroll', draw)
draw()
document.body.setAttribute('data-ready', '')
