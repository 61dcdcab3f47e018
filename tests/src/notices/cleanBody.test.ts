import { describe, expect, test } from 'vitest'
import { bytesText } from '#src/ui/bytesText.ts'
import { cleanBody, previewOf } from '#src/screens/notices/cleanBody.ts'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

describe('the body of a notice on the page', () => {
  test.each([
    ['<p>Hello <strong>you</strong></p>'],
    ['<table><tbody><tr><td colspan="2">wide</td></tr></tbody></table>'],
    [`<img src="${PIXEL}" alt="a leaf">`],
  ])('keeps %s', (body) => {
    expect(cleanBody(body)).toBe(body)
  })

  test('opens links beside the console, which learns nothing to the other page', () => {
    expect(cleanBody('<a href="https://example.org">a</a>')).toBe(
      '<a href="https://example.org" target="_blank" rel="noopener noreferrer">a</a>',
    )
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['<img src="https://spy.example/p.png">'],
    ['<svg><script>alert(1)</script></svg>'],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="root">a</p>'],
    ['<a href="javascript:alert(1)">a</a>'],
    ['<a href="/oauth/logout">a</a>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>'],
    ['<form action="https://spy.example"><input name="password"></form>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  ])('loses what could harm in %s', (body) => {
    expect(cleanBody(body)).not.toMatch(/script|onerror|onclick|style|class|id=|href|<img|<iframe|<form|<input|<svg|<math/)
  })
})

describe('the preview of a notice', () => {
  test('is its words on one line, without tags, scripts and tables', () => {
    expect(
      previewOf(
        '<h3>Tonight</h3><p>Frost &amp; wind</p><ul><li>one</li><li>two</li></ul><script>x()</script><table><tr><td>9</td></tr></table>',
      ),
    ).toBe('Tonight Frost & wind one two')
  })
  test('is cut where it is long', () => {
    const preview = previewOf(`<p>${'word '.repeat(200)}</p>`)
    expect(preview.length).toBeLessThanOrEqual(241)
    expect(preview).toMatch(/word…$/)
  })
})

test.each([
  [0, '0 B'],
  [313, '313 B'],
  [12_595, '12 kB'],
  [3_565_158, '3.4 MB'],
])('%i bytes are said as %s', (bytes, words) => {
  expect(bytesText(bytes)).toBe(words)
})
