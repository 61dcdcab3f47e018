import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { lazyPart, PartMissing } from '#src/ui/lazyPart.tsx'

afterEach(cleanup)

test('a part that could not be fetched is fetched anew at the next try, and is then kept', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn(() => Promise.resolve({ default: ({ name }: { name: string }) => <p>{`part of ${name}`}</p> }))
  load.mockRejectedValueOnce(cause).mockRejectedValueOnce(cause)
  const Part = lazyPart(load)
  const failures: unknown[] = []
  const view = () => (
    <ErrorBoundary onFailed={(error) => failures.push(error)} fallback={(_, retry) => <button onClick={retry}>again</button>}>
      <Suspense fallback={<p>coming</p>}>
        <Part name="Lin" />
      </Suspense>
    </ErrorBoundary>
  )
  const { rerender, unmount } = render(view())
  const again = await screen.findByRole('button', { name: 'again' })
  expect(load).toHaveBeenCalledTimes(1)
  // Nothing is asked for without being tried.
  rerender(view())
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => fireEvent.click(again))
  fireEvent.click(await screen.findByRole('button', { name: 'again' }))
  expect(await screen.findByText('part of Lin')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
  expect(failures.map((one) => one instanceof PartMissing && one.tries)).toEqual([1, 2])
  unmount()
  render(view())
  expect(await screen.findByText('part of Lin')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
  quiet.mockRestore()
})
