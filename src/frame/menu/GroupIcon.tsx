import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined'
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import AppsOutlined from '@mui/icons-material/AppsOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import CompostOutlined from '@mui/icons-material/CompostOutlined'
import DatasetOutlined from '@mui/icons-material/DatasetOutlined'
import IntegrationInstructionsOutlined from '@mui/icons-material/IntegrationInstructionsOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LanOutlined from '@mui/icons-material/LanOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import NewspaperOutlined from '@mui/icons-material/NewspaperOutlined'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import PermMediaOutlined from '@mui/icons-material/PermMediaOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RuleOutlined from '@mui/icons-material/RuleOutlined'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import YardOutlined from '@mui/icons-material/YardOutlined'
import WaterOutlined from '@mui/icons-material/WaterOutlined'
import type { ModuleKey } from '#contract/core/route'

type Icon = typeof AppsOutlined

const ofGroup: Partial<Record<string, Icon>> = {
  activity: EditNoteOutlined,
  alarm: NotificationsActiveOutlined,
  aquatic: WaterOutlined,
  base: AgricultureOutlined,
  baseData: DatasetOutlined,
  basic: DatasetOutlined,
  control: AccountTreeOutlined,
  enterprise: ApartmentOutlined,
  equipment: SensorsOutlined,
  knowledge: MenuBookOutlined,
  materials: CompostOutlined,
  monitoring: VideocamOutlined,
  prment: ReceiptLongOutlined,
  media: PermMediaOutlined,
  configuration: RuleOutlined,
  maintenance: SettingsOutlined,
  development: IntegrationInstructionsOutlined,
  account: ManageAccountsOutlined,
  organization: LanOutlined,
  messages: MailOutlined,
  information: NewspaperOutlined,
}
const ofModule: Record<ModuleKey, Icon> = { farm: YardOutlined, company: BusinessOutlined, inventory: Inventory2Outlined }

export function GroupIcon({ group }: { group: string }) {
  const Icon = ofGroup[group] ?? AppsOutlined
  return <Icon fontSize="small" aria-hidden />
}
export function ModuleIcon({ module }: { module: ModuleKey }) {
  const Icon = ofModule[module]
  return <Icon fontSize="small" aria-hidden />
}
