import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { rulePartsOf } from '#contract/farm/recurrence'
import en from '#locales/en-US/farm' with { type: 'json' }
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { RepeatInput } from '#src/screens/farm/tasks/RepeatInput.tsx'
import { Dates } from '#src/time/Dates.tsx'
import { show } from '../crud/showing.tsx'

const { repeat } = en.task
beforeAll(() => {
  i18next.addResourceBundle('en-US', 'farm', en)
})
afterEach(cleanup)

let rule: unknown
function Held({ begun }: { begun: string | null }) {
  const [value, setValue] = useState<unknown>(begun)
  const given = {
    value,
    onChange: (next: unknown) => {
      rule = next
      setValue(next)
    },
    onBlur: () => undefined,
    fault: undefined,
    disabled: false,
    label: 'Repeats',
    name: 'repeatRule',
  }
  return <RepeatInput {...(given as unknown as InputProps)} />
}
async function choose(label: string, option: string) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test('a month has the day of the start, its last day or a weekday by its place; each is a rule that is taken, and said in words', async () => {
  show(
    <Dates>
      <Held begun={null} />
    </Dates>,
  )
  await choose('Repeats', repeat.monthly)
  expect(rule).toBe('FREQ=MONTHLY')
  expect(screen.getByRole('combobox', { name: repeat.day }).textContent).toBe(repeat.dayOf.start)
  await choose(repeat.day, repeat.dayOf.last)
  expect(rule).toBe('FREQ=MONTHLY;BYMONTHDAY=-1')
  expect(screen.getByText('Every 1 mo on: The last day of the month')).toBeTruthy()
  await choose(repeat.day, repeat.dayOf.weekday)
  expect(rule).toBe('FREQ=MONTHLY;BYDAY=1MO')
  await choose(repeat.nth, repeat.nths['-1'])
  await choose(repeat.weekdayLabel, repeat.weekday.FR)
  expect(rule).toBe('FREQ=MONTHLY;BYDAY=-1FR')
  expect(screen.getByText('Every 1 mo on: the last Fri')).toBeTruthy()
  expect(rulePartsOf(String(rule))).not.toBeNull()
  // Another kind of repetition knows no such day.
  await choose('Repeats', repeat.daily)
  expect(rule).toBe('FREQ=DAILY')
})

test('a rule that was written elsewhere is shown as it is, and the days of a week stay', async () => {
  show(
    <Dates>
      <Held begun="FREQ=WEEKLY;BYDAY=MO,FR" />
    </Dates>,
  )
  fireEvent.click(screen.getByRole('button', { name: repeat.weekday.TU }))
  expect(rule).toBe('FREQ=WEEKLY;BYDAY=MO,TU,FR')
  await choose('Repeats', repeat.monthly)
  expect(rule).toBe('FREQ=MONTHLY')
})
