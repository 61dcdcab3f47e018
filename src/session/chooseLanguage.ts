import i18next from 'i18next'
import { changeLanguage } from '#src/i18n/i18n.ts'
import type { Language } from '#src/i18n/language.ts'
import { toast } from '#src/ui/toast.ts'

/** Shows the console in another language, or says why it stays in this one. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await changeLanguage(language)
  } catch {
    toast('error', i18next.t('frame:tip.network'))
  }
}
