import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCREEN_CODE } from '#contract/home/home'
import { newQueryClient } from '#src/api/useCall.ts'
import { useTools } from '#src/frame/useTools.tsx'
import { signedIn } from '../signedIn.ts'

const queryClient = newQueryClient()

const aScreen = (id: number) => ({ id, screenName: `Wall ${id}`, screenImage: null, screenAddress: `/map?wall=${id}`, screenType: 2 })
let screens: readonly ReturnType<typeof aScreen>[] = []
let may = true
const asked: string[] = []
const opened = vi.spyOn(window, 'open').mockReturnValue(null)

beforeEach(async () => {
  opened.mockClear()
  asked.length = 0
  may = true
  await signedIn(({ pathname }) => {
    asked.push(pathname)
    if (pathname.endsWith('/check-resources')) return [{ code: SCREEN_CODE, approve: may }]
    return pathname.includes('screen') ? screens : null
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Shown() {
  const { tools, picker } = useTools(() => {})
  return (
    <>
      {tools.map(({ key, act }) => (
        <button key={key} type="button" onClick={act}>
          {key}
        </button>
      ))}
      {picker}
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
const entry = () => screen.queryByRole('button', { name: 'screens' })

test('a tenant with one screen opens it, one with several chooses, one with none has no entry (FRAME-04)', async () => {
  screens = [aScreen(1)]
  const { unmount } = show()
  await waitFor(() => expect(entry()).not.toBeNull())
  fireEvent.click(entry()!)
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/map\?wall=1$/), '_blank', 'noopener'))
  unmount()

  queryClient.clear()
  screens = [aScreen(1), aScreen(2)]
  const several = show()
  await waitFor(() => expect(entry()).not.toBeNull())
  fireEvent.click(entry()!)
  fireEvent.click(await screen.findByRole('button', { name: /Wall 2/ }))
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith(expect.stringMatching(/\/map\?wall=2$/), '_blank', 'noopener'))
  several.unmount()

  queryClient.clear()
  screens = []
  asked.length = 0
  show()
  await waitFor(() => expect(asked.some((path) => path.includes('screen'))).toBe(true))
  expect(entry()).toBeNull()
})

test('who may not see the screens of the tenant has no entry, and nothing is asked (PERMISSIONS-11)', async () => {
  may = false
  screens = [aScreen(1)]
  show()
  await waitFor(() => expect(asked.some((path) => path.endsWith('/check-resources'))).toBe(true))
  expect(entry()).toBeNull()
  expect(asked.filter((path) => path.includes('screen'))).toEqual([])
})
