import { GLYPH_GRID, GLYPH_PEN } from './glyphs.ts'

/** A picture and a name, as elements, so that a name is never read as HTML. */
export function signOf(glyph: string, name: string): [SVGElement, HTMLElement] {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', `0 0 ${GLYPH_GRID} ${GLYPH_GRID}`)
  svg.setAttribute('width', '16')
  svg.setAttribute('height', '16')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', glyph)
  path.setAttribute('fill', 'none')
  path.setAttribute('stroke', 'currentColor')
  path.setAttribute('stroke-width', String(GLYPH_PEN))
  path.setAttribute('stroke-linejoin', 'round')
  path.setAttribute('stroke-linecap', 'round')
  svg.append(path)
  const label = document.createElement('span')
  label.textContent = name
  return [svg, label]
}
