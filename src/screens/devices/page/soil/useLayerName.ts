import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a layer is called: the surface, then layers 1 to 10 (SOIL-01). */
export function useLayerName(): (layer: number) => string {
  const { t } = useTranslation()
  return useCallback((layer: number) => (layer === 0 ? t('devices:soil.surface') : t('devices:soil.layerNo', { layer })), [t])
}
