/**
 * What every latency page shares: it watches the cells' text, and when a frame that changed some was painted, notes how old each new value
 * is. A value is its own sending time: milliseconds since `epoch`.
 */
export interface Measure {
  latencies: number[]
}
declare global {
  interface Window {
    measure: Measure
  }
}

export function watchCells(root: HTMLElement, epoch: number): void {
  const measure: Measure = { latencies: [] }
  window.measure = measure
  const afterPaint = new MessageChannel()
  let painted = new Set<Element>()
  afterPaint.port1.onmessage = () => {
    const now = performance.timeOrigin + performance.now() - epoch
    for (const cell of painted) {
      const sent = Number((cell.textContent ?? '').replaceAll(/[^\d.]/g, ''))
      if (sent > 0) measure.latencies.push(now - sent)
    }
    painted = new Set()
  }
  // Every page writes inside an animation frame; the observer speaks within that frame, and a message posted there comes after its paint.
  new MutationObserver((records) => {
    if (painted.size === 0) afterPaint.port2.postMessage(0)
    for (const record of records) {
      const element = record.target instanceof Element ? record.target : record.target.parentElement
      const cell = element?.closest('[data-cell]')
      if (cell) painted.add(cell)
    }
  }).observe(root, { subtree: true, childList: true, characterData: true })
}
