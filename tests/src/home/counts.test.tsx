import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Area } from '#contract/farm/area'
import { startWords } from '#src/i18n/i18n.ts'
import { Counts } from '#src/screens/home/Counts.tsx'

vi.mock('#src/api/useCall.ts', async (original) => ({
  ...(await original<object>()),
  useCall: () => ({ isPending: false, isError: true }),
}))
beforeAll(() => startWords())
afterEach(cleanup)

test.each([
  ['on their way', null, '', true],
  ['not to be read', undefined, '--', false],
  ['there', [], '0', false],
] as const)('figures of devices that are %s', (_, present, shown, waiting) => {
  const { container } = render(<Counts area={{ areaId: 1 } as Area} present={present} />)
  const [online, offline] = [...container.querySelectorAll('p')].filter(
    (one) => !one.className.includes('body2') && !one.className.includes('caption'),
  )
  expect([online!.textContent, offline!.textContent]).toEqual([shown, shown])
  for (const figure of [online, offline]) expect(figure!.querySelector('.MuiSkeleton-root') !== null).toBe(waiting)
})
