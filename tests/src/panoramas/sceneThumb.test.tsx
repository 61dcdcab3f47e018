import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SceneThumb } from '#src/screens/panoramas/SceneThumb.tsx'
import { useEnabled } from '#src/screens/panoramas/useEnabled.tsx'
import { show } from '../crud/showing.tsx'

afterEach(cleanup)

test('a scene says whether it is the one that is shown, and is chosen', () => {
  const choose = vi.fn<() => void>()
  const of = { scenesName: 'Gate', scenesCover: '', thumbUrl: '', state: 'making' as const }
  show(
    <>
      <SceneThumb of={of} isActive onChoose={choose} />
      <SceneThumb of={{ ...of, scenesName: 'Pond' }} isActive={false} onChoose={choose} />
    </>,
  )
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  expect([pressed('Gate'), pressed('Pond')]).toEqual(['true', 'false'])
  fireEvent.click(screen.getByRole('button', { name: 'Pond' }))
  expect(choose).toHaveBeenCalledOnce()
})

function Offered() {
  const enabled = useEnabled()
  const offered = (enabledFlag: number) =>
    enabled
      .acts(() => undefined, true)
      .filter(({ shown }) => shown?.({ enabledFlag }))
      .map(({ name }) => name)
  return <output>{JSON.stringify([offered(1), offered(0)])}</output>
}

test('what is on can be turned off, and what is off on', () => {
  show(<Offered />)
  expect(screen.getByText('[["disable"],["enable"]]')).toBeTruthy()
})
