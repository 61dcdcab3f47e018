import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import ApiOutlined from '@mui/icons-material/ApiOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import GrassOutlined from '@mui/icons-material/GrassOutlined'
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import SpaOutlined from '@mui/icons-material/SpaOutlined'
import SimCardOutlined from '@mui/icons-material/SimCardOutlined'
import { bindArea, inFrame } from '#src/frame/bindArea.tsx'
import type words from '#locales/zh-CN/organization'

declare module '#src/i18n/words.ts' {
  interface Words {
    organization: typeof words
  }
}

export const organization = bindArea({
  screens: {
    '/system/sim-manage': inFrame(() => import('./SimPage.tsx')),
    '/system/sim-manage/info/:id': inFrame(() => import('./SimInfoPage.tsx')),
    '/system': { at: 'entry' },
    '/system/corporation': inFrame(() => import('./CorporationPage.tsx')),
    '/system/organization': inFrame(() => import('./OrganizationPage.tsx')),
    '/system/taskType': inFrame(() => import('./TaskTypePage.tsx')),
    '/system/crop': inFrame(() => import('./CropPage.tsx')),
    '/system/varieties': inFrame(() => import('./VarietyPage.tsx')),
    '/system/varieties/info/:id': inFrame(() => import('./VarietyInfoPage.tsx')),
    '/system/dataPush': inFrame(() => import('./DataPushPage.tsx')),
    '/system/role': inFrame(() => import('./RolePage.tsx')),
    '/system/user-manage': inFrame(() => import('./UserPage.tsx')),
    '/system/audit': inFrame(() => import('./AuditPage.tsx')),
    '/system/application': inFrame(() => import('./ApplicationPage.tsx')),
  },
  pictures: {
    '/system/sim-manage': SimCardOutlined,
    '/system/corporation': ApartmentOutlined,
    '/system/organization': AccountTreeOutlined,
    '/system/taskType': AssignmentOutlined,
    '/system/crop': GrassOutlined,
    '/system/varieties': SpaOutlined,
    '/system/dataPush': SendOutlined,
    '/system/role': AdminPanelSettingsOutlined,
    '/system/user-manage': PeopleOutlined,
    '/system/audit': ManageSearchOutlined,
    '/system/application': ApiOutlined,
  },
})
