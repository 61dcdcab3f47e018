import { describe, expect, test } from 'vitest'
import { sanitizeSvg } from '#server/ground/files/sanitizeSvg'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, attributes = '') => `<svg ${NS} viewBox="0 0 10 10" ${attributes}>${inside}</svg>`
const DRAWN = '<path d="M0 0h5v5z" fill="#1b9961"/>'

test('a drawing stays as it was drawn', () => {
  const drawing = svg(
    `<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
     <style>.a { fill: url(#g) }</style><g class="a" style="stroke: blue">${DRAWN}</g><use xlink:href="#x"/><text>1 &lt; 2 &amp; 3</text>`,
  )
  const made = sanitizeSvg(`<?xml version="1.0"?><!DOCTYPE svg><!-- by hand -->${drawing}`)
  for (const part of [
    'viewBox="0 0 10 10"',
    '<linearGradient id="g">',
    '.a { fill: url(#g) }',
    'style="stroke: blue"',
    'd="M0 0h5v5z"',
    'href="#x"',
    '1 &lt; 2 &amp; 3',
  ])
    expect(made).toContain(part)
  expect(sanitizeSvg(made)).toBe(made)
})

describe('nothing that runs or loads is left of', () => {
  const attacks: [name: string, source: string][] = [
    ['a script', svg(`<script>alert(1)</script>${DRAWN}`)],
    ['a script in CDATA', svg(`<script><![CDATA[alert(1)]]></script>${DRAWN}`)],
    [
      'a script of another prefix',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script><s:path d="M0 0h5v5z" fill="#1b9961"/></s:svg>`,
    ],
    ['an html script', svg(`<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>${DRAWN}`)],
    ['event handlers', svg(`<g onclick="alert(1)" onLoad="alert(1)">${DRAWN}</g>`, 'onload="alert(1)"')],
    ['a prefixed event handler', svg(`<g xmlns:e="urn:x" e:onclick="alert(1)">${DRAWN}</g>`)],
    [
      'foreign content',
      svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:alert(1)"/></body></foreignObject>${DRAWN}`),
    ],
    ['a link that runs', svg(`<a xlink:href="javascript:alert(1)">${DRAWN}</a>`)],
    ['a use of another file', svg(`<use href="https://evil.example/a.svg#x"/>${DRAWN}`)],
    ['a use of a data address', svg(`<use href="data:image/svg+xml;base64,PHN2Zz4="/>${DRAWN}`)],
    ['an image elsewhere', svg(`<image href="//evil.example/pixel.png"/>${DRAWN}`)],
    ['an image that is a drawing', svg(`<image href="data:image/svg+xml,%3Csvg onload=alert(1)%3E"/>${DRAWN}`)],
    ['an animation that sets a link', svg(`<g><set attributeName="href" to="javascript:alert(1)"/>${DRAWN}</g>`)],
    ['a style sheet elsewhere', svg(`<style>@import "https://evil.example/a.css";</style>${DRAWN}`)],
    ['a style that loads', svg(`<g style="background: url(https://evil.example/a.png)">${DRAWN}</g>`)],
    ['an escaped style that loads', svg(`<style>.a { background: u\\72l(https://evil.example) }</style>${DRAWN}`)],
    ['an image set', svg(`<g style="background: image-set('https://evil.example/a.png' 1x)">${DRAWN}</g>`)],
    ['a fill elsewhere', svg(`<g fill="url(https://evil.example/a.svg#p)">${DRAWN}</g>`)],
    ['a filter elsewhere', svg(`<filter id="f"><feImage href="https://evil.example/a.png"/></filter>${DRAWN}`)],
    ['a moved base', svg(`<g xml:base="https://evil.example/">${DRAWN}</g>`)],
    ['a style sheet of the document', `<?xml-stylesheet href="https://evil.example/a.xsl"?>${svg(DRAWN)}`],
  ]
  test.each(attacks)('%s', (_, source) => {
    const made = sanitizeSvg(source)
    expect(made).not.toMatch(/script|alert|evil|foreign|javascript|onload|onclick|iframe|@import|<set|feImage|data:image\/svg/i)
    expect(made).toContain('d="M0 0h5v5z"')
  })
})

test.each([
  ['is no XML', '<svg><g></svg>'],
  ['is of no namespace', '<svg><g/></svg>'],
  ['has another root', `<html xmlns="http://www.w3.org/1999/xhtml">${svg('')}</html>`],
  ['names an entity of its own', `<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg ${NS}><text>&a;</text></svg>`],
  ['is nested too deep', svg('<g>'.repeat(500) + '</g>'.repeat(500))],
  ['is empty', ''],
])('what %s is refused', (_, source) => {
  expect(() => sanitizeSvg(source)).toThrow()
})
