import MapOutlined from '@mui/icons-material/MapOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { land } from '#contract/farm/land'
import { LAND_FILE_FORMATS, LAND_FORMAT_NAMES, landFileCalls, type LandFileFormat } from '#contract/farm/landFile'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { readAddress } from '#src/ui/listAddress.ts'
import { LAND_FILTERS } from '../landFilters.ts'

// The map comes with the first file.
const LandFileDialog = lazyPart(() => import('./LandFileDialog.tsx').then((module) => ({ default: module.LandFileDialog })))
const ENDINGS: Readonly<Record<LandFileFormat, string>> = { geojson: 'geojson', kml: 'kml', shapefile: 'zip' }

/** Plots out of files of other programs, and the plots of the list into them. */
export function LandFileActs() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const { area } = useArea()
  const [address] = useSearchParams()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [importing, setImporting] = useState(false)
  const mayCreate = usePermission(land.codes.create) === true
  const mayExport = usePermission(land.codes.export) === true
  if (!area || (!mayCreate && !mayExport)) return null
  const take = (format: LandFileFormat) => {
    setPlace(null)
    const { filters, sort } = readAddress(address, LAND_FILTERS, land.sortable)
    const query = new URLSearchParams({
      areaId: String(area.areaId),
      ...filters,
      ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
    })
    const path = landFileCalls[format].path.replace('{t}', String(tenantId))
    void downloadFile({ fileUrl: `${path}?${query}`, fileName: `${t('farm:land.title')}.${ENDINGS[format]}` })
  }
  return (
    <>
      <Button
        startIcon={<MapOutlined />}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={({ currentTarget }) => setPlace(currentTarget)}
      >
        {t('farm:landFile.menu')}
      </Button>
      <Menu open={place !== null} anchorEl={place} onClose={() => setPlace(null)}>
        {mayCreate && (
          <MenuItem
            onClick={() => {
              setPlace(null)
              setImporting(true)
            }}
          >
            {t('farm:landFile.import')}
          </MenuItem>
        )}
        {mayExport &&
          LAND_FILE_FORMATS.map((format) => (
            <MenuItem key={format} onClick={() => take(format)}>
              {t('farm:landFile.export', { format: LAND_FORMAT_NAMES[format] })}
            </MenuItem>
          ))}
      </Menu>
      {importing && (
        <Suspense fallback={null}>
          <LandFileDialog area={area} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
