import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { land } from '#contract/farm/land'
import { LAND_FILE_FORMATS, LAND_FORMAT_NAMES, landFileCalls, type LandFileFormat } from '#contract/farm/landFile'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { readAddress } from '#src/ui/listAddress.ts'
import { LAND_FILTERS } from '../landFilters.ts'

const ENDINGS: Readonly<Record<LandFileFormat, string>> = { geojson: 'geojson', kml: 'kml', shapefile: 'zip' }

/** What is done with files of outlines: to bring plots from one, and to save the plots of the list as one. */
export function LandFileMenu({
  place,
  areaId,
  onImport,
  mayExport,
  onClose,
}: {
  place: HTMLElement
  areaId: number
  /** Null where nobody may add plots. */
  onImport: (() => void) | null
  mayExport: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [address] = useSearchParams()
  const take = (format: LandFileFormat) => {
    onClose()
    const { filters, sort } = readAddress(address, LAND_FILTERS, land.sortable)
    const query = new URLSearchParams({
      areaId: String(areaId),
      ...filters,
      ...(sort ? { sort: `${sort.descending ? '-' : ''}${sort.field}` } : {}),
    })
    const path = landFileCalls[format].path.replace('{t}', String(tenantId))
    void downloadFile({ fileUrl: `${path}?${query}`, fileName: `${t('farm:land.title')}.${ENDINGS[format]}` })
  }
  return (
    <Menu open anchorEl={place} onClose={onClose}>
      {onImport && <MenuItem onClick={onImport}>{t('farm:landFile.import')}</MenuItem>}
      {mayExport &&
        LAND_FILE_FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => take(format)}>
            {t('farm:landFile.export', { format: LAND_FORMAT_NAMES[format] })}
          </MenuItem>
        ))}
    </Menu>
  )
}
