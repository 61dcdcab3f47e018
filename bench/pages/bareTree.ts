// The floor (s): a bare page that draws the lines of a tree that are seen, each with a picture, a name and a word beside it, and nothing else.
const count = Number(new URLSearchParams(location.search).get('lines'))
const [LINE, BEYOND] = [40, 12]
const PERSON =
  '<svg width="20" height="20" viewBox="0 0 24 24"><path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0 2c-3 0-8 1-8 4v2h16v-2c0-3-5-4-8-4"/></svg>'

const box = document.querySelector<HTMLElement>('#box')!
const whole = document.createElement('div')
whole.style.cssText = `position:relative;height:${count * LINE}px`
box.append(whole)
const drawn = new Map<number, HTMLElement>()

function draw(): void {
  const first = Math.max(0, Math.floor(box.scrollTop / LINE) - BEYOND)
  const end = Math.min(count, Math.ceil((box.scrollTop + box.clientHeight) / LINE) + BEYOND)
  for (const [at, line] of drawn)
    if (at < first || at >= end) {
      line.remove()
      drawn.delete(at)
    }
  for (let at = first; at < end; at++) {
    if (drawn.has(at)) continue
    const line = document.createElement('div')
    line.className = 'line'
    line.style.top = `${at * LINE}px`
    line.style.paddingInlineStart = `${(at % 4) * 20}px`
    line.innerHTML = `${PERSON}<span>Person ${(at * 7919) % 100_003}</span><small>Grower</small>`
    whole.append(line)
    drawn.set(at, line)
  }
}
box.addEventListener('scroll', draw)
draw()
