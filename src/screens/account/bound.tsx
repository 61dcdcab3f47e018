import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'

export const account = bindArea({
  screens: {
    '/': { at: 'document' },
    '/login': { at: 'document' },
    '/register': { at: 'document' },
    '/forgetPassword': { at: 'document' },
    '/setPassword': { at: 'document' },
    '/web/user': inFrame(() => import('./AccountPage.tsx')),
  },
  pictures: {
    '/web/user': ManageAccountsOutlined,
  },
})
