import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { DEVICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { ConfirmProvider, useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})
afterEach(cleanup)

function Asker() {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  return (
    <>
      <button onClick={() => void confirm({ title: 'Delete gateway 7?' }).then((yes) => setAnswer(String(yes)))}>ask</button>
      <output>{answer}</output>
    </>
  )
}

describe('a confirmation', () => {
  test.each([
    ['Confirm', 'true'],
    ['Cancel', 'false'],
  ])('%s answers %s', async (button, answer) => {
    render(
      <ConfirmProvider>
        <Asker />
      </ConfirmProvider>,
    )
    await userEvent.click(screen.getByText('ask'))
    expect(screen.getByRole('dialog', { name: 'Delete gateway 7?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe(answer))
  })
})

test('a confirmation is 330 px wide, the window of a device 1200 px (FRAME-07)', async () => {
  render(
    <ConfirmProvider>
      <Asker />
    </ConfirmProvider>,
  )
  await userEvent.click(screen.getByText('ask'))
  expect(getComputedStyle(screen.getByRole('dialog')).width).toBe('330px')
  cleanup()
  render(
    <Modal open onClose={vi.fn()} title="Gateway 7" width={DEVICE_MODAL_WIDTH}>
      <p>what it holds</p>
    </Modal>,
  )
  expect(getComputedStyle(screen.getByRole('dialog')).width).toBe('1200px')
})

test('a window over the page is named by its title alone, and its button closes it', async () => {
  const close = vi.fn()
  render(
    <Modal open onClose={close} title="Gateway 7" width={400}>
      <p>what it holds</p>
    </Modal>,
  )
  expect(screen.getByRole('dialog', { name: 'Gateway 7' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Gateway 7' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['pageNoSystem', 'No system messages'],
  ['pageNoNetwork', 'Network error'],
  ['pageNoSearch', 'Nothing found for this search'],
  ['pageNoPower', 'You have no access to the page'],
  ['pageNoContain', 'No related content'],
  ['noData', 'Sorry, you have no data'],
  ['pageNoPage', 'The page has flown to another planet'],
] as const)('an empty state says why there is nothing, and what may be done: %s (EMPTY-01 to -04)', (variant, words) => {
  render(<EmptyState variant={variant} action={<button>next step</button>} />)
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'next step' })).toBeTruthy()
})

describe('an error state', () => {
  const failed = (status: number, message = '') =>
    Object.assign(new Error(message), { failure: { failed: true, status, code: 'error.any', message } })

  test('names the cause by the HTTP status and offers another try', async () => {
    const retry = vi.fn()
    render(<ErrorState error={failed(0)} onRetry={retry} />)
    expect(screen.getByText('Network error')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
  test('does not offer to try again what is not permitted', () => {
    render(<ErrorState error={failed(403)} onRetry={vi.fn()} />)
    expect(screen.getByText('You have no access to the page')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
  test.each([400, 404])('does not blame the server for an address that is wrong: %i', (status) => {
    render(<ErrorState error={failed(status, 'Please check what was entered')} />)
    expect(screen.getByText('The address may be wrong, or the page has moved.')).toBeTruthy()
  })
  test("carries the server's own words", () => {
    render(<ErrorState error={failed(422, 'The start must not be later than the end')} />)
    expect(screen.getByText('The start must not be later than the end')).toBeTruthy()
  })
  test.each([
    [0, 'Network error. Check your connection.'],
    [500, 'Service building, retry later'],
    [409, 'said by the server'],
  ])('in a small place, too, says beside what is missing why it is: %i', (status, why) => {
    render(<ErrorState compact title="The devices could not be loaded" error={failed(status, 'said by the server')} />)
    expect(screen.getByText('The devices could not be loaded')).toBeTruthy()
    expect(screen.getByText(why)).toBeTruthy()
  })
})

describe('an error boundary', () => {
  function Page({ broken }: { broken: boolean }) {
    if (broken) throw new Error('drawn wrongly')
    return <p>whole</p>
  }
  test('keeps a failure to its page, and another page clears it', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const page = (path: string, broken: boolean) => (
      <ErrorBoundary resetKey={path} fallback={() => <p>broken</p>}>
        <Page broken={broken} />
      </ErrorBoundary>
    )
    const { rerender } = render(page('/a', true))
    expect(screen.getByText('broken')).toBeTruthy()
    rerender(page('/b', false))
    expect(screen.getByText('whole')).toBeTruthy()
    quiet.mockRestore()
  })
})
