import { expect, test } from 'vitest'
import { hashPassword, passwordDesk } from '#server/session/password'

test('whoever is known does not wait behind strangers, and the strangers are all answered too', async () => {
  const desk = passwordDesk()
  const hashed = await hashPassword('right')
  const done: string[] = []
  const strangers = Array.from({ length: 30 }, (_, at) =>
    desk.fits(`wrong ${at}`, null, false).then((fits) => void done.push(`stranger ${fits}`)),
  )
  const known = [desk.fits('right', hashed, true), desk.fits('wrong', hashed, true)].map((fits) =>
    fits.then((right) => void done.push(`known ${right}`)),
  )
  await Promise.all([...known, ...strangers])
  expect(done).toHaveLength(32)
  expect(done.filter((one) => one === 'stranger false')).toHaveLength(30)
  expect(done.indexOf('known true')).toBeLessThan(5)
  expect(done.indexOf('known false')).toBeLessThan(6)
})

test('strangers get their turn however many known ones keep coming', async () => {
  const desk = passwordDesk()
  let answered = false
  const stranger = desk.fits('wrong', null, false).then(() => (answered = true))
  const late = desk.fits('wrong', null, false)
  for (let at = 0; at < 100 && !answered; at++) await Promise.all([desk.fits('wrong', null, true), desk.fits('wrong', null, true)])
  await Promise.all([stranger, late])
  expect(answered).toBe(true)
})
