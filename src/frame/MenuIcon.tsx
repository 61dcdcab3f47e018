import CircleOutlined from '@mui/icons-material/CircleOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import PublicOutlined from '@mui/icons-material/PublicOutlined'
import RouterOutlined from '@mui/icons-material/RouterOutlined'

const icons: Partial<Record<string, typeof HomeOutlined>> = {
  '/web/farm/home': HomeOutlined,
  '/web/farm/map': MapOutlined,
  '/map': PublicOutlined,
  '/web/equipment/gateway': RouterOutlined,
}

export function MenuIcon({ path }: { path: string }) {
  const Icon = icons[path] ?? CircleOutlined
  return <Icon fontSize="small" aria-hidden />
}
