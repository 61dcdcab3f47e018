import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newQueryClient } from '#src/api/useCall.ts'
import { chooseArea } from '#src/session/area.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useArea } from '#src/session/useArea.ts'
import { signedIn } from '../signedIn.ts'

const queryClient = newQueryClient()
afterEach(() => queryClient.clear())

const held = new Set(['wfpf.a', 'wfpf.b'])
const checks: string[][] = []
const base = (areaId: number) => ({ areaId, areaName: `base ${areaId}`, defaultFlag: areaId === 1 ? 1 : 0 })
let bases = [1, 2, 3]
let defaultAsked = 0
let isDefaultKnown = true

beforeEach(async () => {
  chooseArea(null)
  checks.length = 0
  bases = [1, 2, 3]
  defaultAsked = 0
  isDefaultKnown = true
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/check-resources')) {
      const codes = JSON.parse(body) as string[]
      checks.push(codes)
      return codes.map((code) => ({ code, approve: held.has(code) }))
    }
    if (pathname.endsWith('/area/default')) {
      defaultAsked += 1
      if (!isDefaultKnown) return Response.json({ code: 'error.unavailable', message: 'x' }, { status: 500 })
      const wanted = Number(searchParams.get('areaId'))
      const found = bases.includes(wanted) ? wanted : bases[0]
      return found === undefined ? Response.json(null) : base(found)
    }
    return pathname.endsWith('/area') && { content: bases.map(base), number: 1, size: 10, totalElements: bases.length }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a part that needs a code', () => {
  test('shows only to who holds every code, or where none is needed, and all parts of a page ask in one call (PERMISSIONS-02 to -04)', async () => {
    render(
      <>
        <Permitted code="wfpf.a">
          <p>one code held</p>
        </Permitted>
        <Permitted code={['wfpf.a', 'wfpf.b']}>
          <p>both codes held</p>
        </Permitted>
        <Permitted code={['wfpf.a', 'wfpf.c']}>
          <p>one code missing</p>
        </Permitted>
        <Permitted code="">
          <p>no code</p>
        </Permitted>
        <Permitted code={[]}>
          <p>no codes</p>
        </Permitted>
      </>,
    )
    expect(screen.queryByText('one code held')).toBeNull()
    expect(screen.getByText('no code')).toBeTruthy()
    expect(screen.getByText('no codes')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('one code held')).toBeTruthy())
    expect(screen.getByText('both codes held')).toBeTruthy()
    expect(screen.queryByText('one code missing')).toBeNull()
    expect(checks).toHaveLength(1)
    expect(new Set(checks[0])).toEqual(new Set(['wfpf.a', 'wfpf.b', 'wfpf.c']))
  })
})

describe('the selected base', () => {
  function Shown() {
    const { area, status } = useArea()
    return <output>{`${status} ${area?.areaName ?? ''}`}</output>
  }
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Shown />
      </QueryClientProvider>,
    )
  const says = (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words))

  test('is the default one where none was chosen (AREA-02)', async () => {
    show()
    await says('ready base 1')
  })
  test('is the chosen one, kept for the tab (AREA-02)', async () => {
    show()
    await says('ready base 1')
    act(() => chooseArea(3))
    await says('ready base 3')
    expect(sessionStorage.getItem('furrow.areaId')).toBe('3')
  })
  test('is the default one again where the chosen one may not be seen any more', async () => {
    chooseArea(99)
    show()
    await says('ready base 1')
  })
  test('is none for a user without a base', async () => {
    bases = []
    show()
    await says('none ')
  })
  test('stays while the default one, which nobody says, is asked anew by what stands in it', async () => {
    isDefaultKnown = false
    const seen: string[] = []
    function Outside() {
      const { area, status } = useArea()
      seen.push(status)
      return area ? <Shown /> : null
    }
    render(
      <QueryClientProvider client={queryClient}>
        <Outside />
      </QueryClientProvider>,
    )
    await says('ready base 1')
    await waitFor(() => expect(defaultAsked).toBe(2))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(seen.slice(seen.indexOf('ready'))).not.toContain('loading')
    expect(defaultAsked).toBe(2)
  })
})
