import { LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { enUS, zhCN } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import utc from 'dayjs/plugin/utc.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { farmClock } from './moment.ts'

dayjs.extend(utc)

/** Pickers count in what the farm's clock shows, as if it were UTC: so their today and now have to be the farm's, too. */
class FarmAdapter extends AdapterDayjs {
  constructor(...given: ConstructorParameters<typeof AdapterDayjs>) {
    super(...given)
    const read = this.date
    this.date = ((value, timezone) => (value === undefined ? dayjs.utc(farmClock(Date.now())) : read(value, timezone))) as typeof read
  }
}

/** What date pickers inside need: the calendar and words of the reader's language. */
export function Dates({ children }: { children: ReactNode }) {
  const chinese = useTranslation().i18n.language === 'zh-CN'
  const words = (chinese ? zhCN : enUS).components.MuiLocalizationProvider.defaultProps.localeText
  return (
    <LocalizationProvider dateAdapter={FarmAdapter} adapterLocale={chinese ? 'zh-cn' : 'en'} localeText={words}>
      {children}
    </LocalizationProvider>
  )
}
