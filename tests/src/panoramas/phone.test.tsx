import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import words from '#locales/en-US/panoramas' with { type: 'json' }
import { usePhone } from '#src/screens/panoramas/preview/usePhone.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'panoramas', words)
afterEach(() => {
  cleanup()
  clearToasts()
})

function Phone({ stage }: { stage: Parameters<typeof usePhone>[0] }) {
  const { follows, toggle } = usePhone(stage)
  return follows === null ? (
    <p>no phone</p>
  ) : (
    <button type="button" aria-pressed={follows} onClick={toggle}>
      phone
    </button>
  )
}
const phone = ({ can = true, may = true } = {}) => {
  const told = new Set<(on: boolean) => void>()
  return {
    told,
    followsPhone: async () => can,
    followPhone: vi.fn(async (on: boolean) => on && may),
    onFollow: (one: (on: boolean) => void) => {
      told.add(one)
      return () => told.delete(one)
    },
  }
}
const button = () => screen.findByRole('button', { name: 'phone' })
const pressed = async () => (await button()).getAttribute('aria-pressed')

test('where there is no phone to follow, none is offered', async () => {
  const stage = phone({ can: false })
  show(<Phone stage={stage} />)
  await waitFor(() => expect(stage.told.size).toBe(1))
  expect(screen.getByText('no phone')).toBeTruthy()
})

test('the view follows the phone from a press on, until the next', async () => {
  const stage = phone()
  show(<Phone stage={stage} />)
  expect(await pressed()).toBe('false')
  fireEvent.click(await button())
  await waitFor(async () => expect(await pressed()).toBe('true'))
  fireEvent.click(await button())
  await waitFor(async () => expect(await pressed()).toBe('false'))
  expect(stage.followPhone.mock.calls).toEqual([[true], [false]])
  expect(screen.queryByText(words.preview.noGyroscope)).toBeNull()
})

test('a phone that does not let itself be followed is said, and nothing looks followed', async () => {
  show(<Phone stage={phone({ may: false })} />)
  fireEvent.click(await button())
  expect(await screen.findByText(words.preview.noGyroscope)).toBeTruthy()
  expect(await pressed()).toBe('false')
})

test('what ends the following by itself, a drag by finger, is seen', async () => {
  const stage = phone()
  const { unmount } = show(<Phone stage={stage} />)
  fireEvent.click(await button())
  await waitFor(async () => expect(await pressed()).toBe('true'))
  for (const tell of stage.told) tell(false)
  await waitFor(async () => expect(await pressed()).toBe('false'))
  unmount()
  expect(stage.told.size).toBe(0)
})
