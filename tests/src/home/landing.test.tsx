import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GoLink, isOwnPage } from '#src/screens/home/landing/GoLink.tsx'
import { STAY_MS, useCarousel } from '#src/screens/home/landing/useCarousel.ts'
import { withToken } from '#src/screens/home/landing/withToken.ts'
import { leadsToGuide } from '#src/session/useNovice.ts'
import QrCode from '#src/ui/QrCode.tsx'
import { RichText } from '#src/ui/RichText.tsx'

afterEach(cleanup)

describe('a link that a tenant gave', () => {
  test('is a page of the console only where a route says so', () => {
    expect(['/map', '/home?article=2', '/web/farm/home#top'].map(isOwnPage)).toEqual([true, true, true])
    expect(['/map/more', '/help/guide.html', 'https://elsewhere.example/map', '//elsewhere.example'].map(isOwnPage)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
  test('opens a new window that knows nothing of this one, where it is away', () => {
    render(
      <MemoryRouter>
        <GoLink away address="https://elsewhere.example/">
          there
        </GoLink>
        <GoLink away={false} address="/map">
          here
        </GoLink>
      </MemoryRouter>,
    )
    const there = screen.getByRole('link', { name: 'there' })
    expect([there.getAttribute('target'), there.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.getByRole('link', { name: 'here' }).getAttribute('target')).toBeNull()
  })
  test('of the same house carries the access token in its query', () => {
    expect(withToken('/map?base=1', 'a b', 'https://farm.example')).toBe('https://farm.example/map?base=1&access_token=a+b')
  })
})

describe('the carousel', () => {
  let still = false
  beforeEach(() => {
    vi.useFakeTimers()
    still = false
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: still, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  let carousel: ReturnType<typeof useCarousel>
  function Held({ count }: { count: number }) {
    carousel = useCarousel(count)
    return null
  }
  const wait = (pictures: number): void => act(() => void vi.advanceTimersByTime(pictures * STAY_MS))

  test('goes on by itself, round and round', () => {
    render(<Held count={3} />)
    expect(carousel.at).toBe(0)
    wait(1)
    expect(carousel.at).toBe(1)
    wait(2)
    expect(carousel.at).toBe(0)
  })
  test('waits while it is pointed at or focused, and goes on after', () => {
    render(<Held count={3} />)
    act(() => carousel.holder.onMouseEnter())
    wait(2)
    expect(carousel.at).toBe(0)
    act(() => {
      carousel.holder.onMouseLeave()
      carousel.holder.onFocus()
    })
    wait(2)
    expect(carousel.at).toBe(0)
    act(() => carousel.holder.onBlur())
    wait(1)
    expect(carousel.at).toBe(1)
  })
  test('stands still for a reader who wants less motion, until asked to play', () => {
    still = true
    render(<Held count={3} />)
    wait(3)
    expect([carousel.at, carousel.playing]).toEqual([0, false])
    act(() => carousel.setPlaying(true))
    wait(1)
    expect(carousel.at).toBe(1)
  })
  test('steps back from the first to the last', () => {
    render(<Held count={3} />)
    act(() => carousel.show(-1))
    expect(carousel.at).toBe(2)
  })
})

test('a page of a new tenant leads to the guide, the guide and the own account do not', () => {
  expect(['/web/farm/home', '/map', '/home', '/web/user'].map((path) => leadsToGuide(true, path))).toEqual([true, true, false, false])
  expect([leadsToGuide(false, '/map'), leadsToGuide(undefined, '/map')]).toEqual([false, false])
})

test('HTML is cleaned once more before it is drawn', () => {
  const { container } = render(
    <RichText html={'<p>Fine <b>words</b></p><img src=x onerror="alert(1)"><script>alert(2)</script><form></form>'} />,
  )
  expect(container.querySelector('b')?.textContent).toBe('words')
  expect(container.innerHTML).not.toMatch(/onerror|script|form/)
})

test('a QR code is drawn here and says what it is', () => {
  render(<QrCode value="https://farm.example/login" label="The app" />)
  expect(screen.getByRole('img', { name: 'The app' }).getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
})
