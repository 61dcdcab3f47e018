import { LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { enUS, zhCN } from '@mui/x-date-pickers/locales'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What date pickers inside need: the calendar and words of the reader's language. */
export function Dates({ children }: { children: ReactNode }) {
  const chinese = useTranslation().i18n.language === 'zh-CN'
  const words = (chinese ? zhCN : enUS).components.MuiLocalizationProvider.defaultProps.localeText
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={chinese ? 'zh-cn' : 'en'} localeText={words}>
      {children}
    </LocalizationProvider>
  )
}
