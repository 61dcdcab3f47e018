// The floor (e): a bare Leaflet canvas with as many circle markers, as many of them changing each second, and nothing else.
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'

const query = new URLSearchParams(location.search)
const count = Number(query.get('count'))
const perSecond = Number(query.get('changes'))
const map = L.map('map', { preferCanvas: true, renderer: L.canvas(), zoomControl: false }).setView(
  [22.96, 113.34],
  Number(query.get('zoom')),
)
const side = Math.ceil(Math.sqrt(count))
const span = Number(query.get('span'))
const markers = Array.from({ length: count }, (_, at) =>
  L.circleMarker([22.96 + ((at % side) / side - 0.5) * span, 113.34 + (Math.floor(at / side) / side - 0.5) * span], {
    radius: 5,
    color: '#1b9961',
    weight: 2,
  }).addTo(map),
)
document.body.setAttribute('data-ready', '')

const colors = ['#1b9961', '#888888']
let next = 0
let owed = 0
let before = performance.now()
const step = () => {
  const now = performance.now()
  owed += ((now - before) / 1000) * perSecond
  before = now
  for (; owed >= 1; owed--) {
    markers[next % count]!.setStyle({ color: colors[Math.floor(next / count) % 2]! })
    next++
  }
  setTimeout(step, 16)
}
step()
