import { expect, test } from 'vitest'
import { screenAddress } from '#src/frame/screens.ts'

const HOUSE = 'https://farm.example/web/farm/home'
const open = (screenAddress_: string, screenType: number) =>
  screenAddress({ id: 1, screenName: 'Wall', screenImage: null, screenAddress: screenAddress_, screenType }, 'secret', HOUSE)

test('a screen of this house is opened with the token, a plain one without', () => {
  expect(open('/map?full=1', 1)).toBe('https://farm.example/map?full=1&access_token=secret')
  expect(open('/map', 2)).toBe('https://farm.example/map')
})
test('the token never travels to another house', () => {
  expect(open('https://elsewhere.example/wall', 1)).toBe('https://elsewhere.example/wall')
  expect(open('//elsewhere.example/wall', 1)).toBe('https://elsewhere.example/wall')
})
test('what is no address of the web is not opened', () => {
  expect(open('javascript:alert(1)', 2)).toBeNull()
  expect(open('https://', 2)).toBeNull()
})
