// The floors: a page with mqtt.js that writes text once a frame and does nothing else. ?mode=text: one MQTT message a reading (a);
// ?mode=frame: one message a joined frame (b).
import mqtt from 'mqtt'
import { watchCells } from './measure.ts'

const query = new URLSearchParams(location.search)
const root = document.querySelector<HTMLElement>('#cells')!
const cells = Array.from({ length: Number(query.get('cells')) }, (_, at) => {
  const cell = document.createElement('span')
  cell.dataset.cell = String(at)
  cell.textContent = '-'
  root.append(cell, ' ')
  return cell
})
watchCells(root, Number(query.get('epoch')))

const waiting = new Map<number, number>()
const paint = () => {
  for (const [cell, value] of waiting) cells[cell]!.textContent = value.toFixed(2)
  waiting.clear()
}
const write = (cell: number, value: number) => {
  if (waiting.size === 0) requestAnimationFrame(paint)
  waiting.set(cell, value)
}

const client = mqtt.connect(`ws://127.0.0.1:${query.get('ws')}`, { protocolVersion: 4 })
if (query.get('mode') === 'text') {
  client.on('message', (topic, payload) => write(Number(topic.slice('cells/'.length)), Number(payload)))
  client.subscribe('cells/#', () => document.body.setAttribute('data-ready', ''))
} else {
  client.on('message', (_topic, payload) => {
    for (const [cell, value] of (JSON.parse(String(payload)) as { v: [number, number][] }).v) write(cell, value)
  })
  client.subscribe('frame', () => document.body.setAttribute('data-ready', ''))
}
