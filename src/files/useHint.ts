import { useTranslation } from 'react-i18next'
import type { FileKind } from '#contract/media/files'
import { boot } from '#src/api/boot.ts'

const PICTURES = 'image/jpeg,image/png'
const ACCEPT: Record<FileKind, string> = {
  image: PICTURES,
  seedImage: PICTURES,
  icon: `${PICTURES},image/svg+xml`,
  video: 'video/mp4,video/webm',
  panorama: PICTURES,
  file: '',
}

/** What the file chooser offers for a kind; the content is looked at all the same. */
export const acceptOf = (kind: FileKind): string => ACCEPT[kind]

/** Which files a kind takes and how large they may be, in words. */
export function useHint(kind: FileKind): string {
  const { t } = useTranslation()
  return kind === 'panorama' ? t('media:hint.panorama', { max: boot.panoramaMaxMb }) : t(`media:hint.${kind}`)
}
