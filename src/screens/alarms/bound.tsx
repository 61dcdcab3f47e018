import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/alarms'

declare module '#src/i18n/words.ts' {
  interface Words {
    alarms: typeof words
  }
}

export const alarms = bindArea({
  screens: {
    '/web/equipment/warning-staff': inFrame(() => import('./staff/StaffPage.tsx')),
    '/web/equipment/warning-manage': inFrame(() => import('./WarningManagePage.tsx')),
    '/web/equipment/warning-manage/rule/:id': inFrame(() => import('./rule/RulePage.tsx')),
    '/web/equipment/warning-manage/info/:id': inFrame(() => import('./info/InfoPage.tsx')),
  },
  pictures: {
    '/web/equipment/warning-staff': ContactPhoneOutlined,
    '/web/equipment/warning-manage': NotificationsActiveOutlined,
  },
})
