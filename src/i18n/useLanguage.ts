import { useTranslation } from 'react-i18next'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './language.ts'

/** The language that is shown, for a call whose answer holds words. */
export function useLanguage(): Language {
  const { language } = useTranslation().i18n
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}
