import { expect, test, vi } from 'vitest'
import { chooseLanguage } from '#src/session/chooseLanguage.ts'

const changeLanguage = vi.fn<(language: string) => Promise<void>>()
const toast = vi.fn<(kind: string, words: string) => void>()
vi.mock('#src/i18n/i18n.ts', () => ({ changeLanguage: (language: string) => changeLanguage(language) }))
vi.mock('#src/ui/toast.ts', () => ({ toast: (kind: string, words: string) => toast(kind, words) }))

test('a language whose words cannot be fetched is said, and nothing is thrown at who chose it', async () => {
  changeLanguage.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await chooseLanguage('en-US')
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', expect.anything())

  changeLanguage.mockResolvedValueOnce()
  await chooseLanguage('zh-CN')
  expect(changeLanguage).toHaveBeenLastCalledWith('zh-CN')
  expect(toast).toHaveBeenCalledOnce()
})
