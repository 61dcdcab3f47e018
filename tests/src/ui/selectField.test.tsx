import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SelectField } from '#src/ui/SelectField.tsx'
import { show } from '../crud/showing.tsx'

const changed = vi.fn<(value: number | null) => void>()
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const field = () => screen.findByRole('combobox', { name: 'Pump' })
const choose = async (name: string) => {
  fireEvent.mouseDown(await field())
  fireEvent.click(screen.getByRole('option', { name }))
}

test('offers each value in its words and gives the value itself', async () => {
  show(
    <SelectField
      label="Pump"
      value={7}
      words={[
        [7, 'North'],
        [8, 'South'],
      ]}
      onChange={changed}
    />,
  )
  expect((await field()).textContent).toBe('North')
  fireEvent.mouseDown(await field())
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['North', 'South'])
  fireEvent.click(screen.getByRole('option', { name: 'South' }))
  expect(changed).toHaveBeenCalledExactlyOnceWith(8)
})

test('says what stands for no choice, which gives null', async () => {
  show(<SelectField label="Pump" value={null} words={[[7, 'North']]} none="Every pump" onChange={changed} />)
  expect((await field()).textContent).toBe('Every pump')
  cleanup()
  show(<SelectField label="Pump" value={7} words={[[7, 'North']]} none="Every pump" onChange={changed} />)
  await choose('Every pump')
  expect(changed).toHaveBeenCalledExactlyOnceWith(null)
})

test('shows nothing of a value that is not offered, and says what is wrong in place of its hint', async () => {
  show(<SelectField label="Pump" value={9} words={[[7, 'North']]} helperText="The one that waters" onChange={changed} />)
  expect((await field()).textContent).not.toContain('9')
  expect(screen.getByText('The one that waters')).toBeTruthy()
  cleanup()
  show(<SelectField label="Pump" value={9} words={[[7, 'North']]} helperText="The one that waters" fault="It is gone" onChange={changed} />)
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('It is gone')).toBeTruthy()
  expect(screen.queryByText('The one that waters')).toBeNull()
})
