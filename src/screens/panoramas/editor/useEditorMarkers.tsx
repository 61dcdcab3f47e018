import { factorOf, type Hotspot, HOTSPOT_SIZE } from '#contract/panoramas/hotspot'
import type { EditorEvent } from '#machines/panoramas/editorEvents'
import type { Work } from '#machines/panoramas/work'
import { useTranslation } from 'react-i18next'
import type { Spot } from '../viewer/look.ts'
import type { ShownMarker } from '../viewer/PanoramaView.tsx'
import type { Stage } from '../viewer/stage.ts'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import { EditorMarker } from './EditorMarker.tsx'

/** The hotspots on the picture, the one that is worked on in its place and its looks (HOTSPOT-02: on the third tab alone). */
export function useEditorMarkers(
  { scene, draft }: Work,
  { shown, stage, send }: { shown: boolean; stage: Stage | null; send: (event: EditorEvent) => void },
): readonly ShownMarker[] {
  const { t } = useTranslation()
  const { titleOf } = useHotspotWords()
  if (!shown || scene === null) return []
  const marker = (name: string, title: string, at: Spot, style: Hotspot['style'], factor: number): ShownMarker => ({
    name,
    ...at,
    content: (
      <EditorMarker
        label={t('panoramas:hotspot.marker', { name: title })}
        style={style}
        size={factor * HOTSPOT_SIZE}
        at={at}
        isActive={draft?.name === name}
        canMove={draft === null || draft.name === name}
        spotAt={(x, y) => stage?.spotAt(x, y) ?? null}
        onMove={(to) => send({ type: 'hotspot.move', name, ...to })}
        onOpen={() => send({ type: 'hotspot.open', name })}
      />
    ),
  })
  const others = scene.hotspots.filter(({ name }) => name !== draft?.name)
  return [
    ...others.map((one) => marker(one.name, titleOf(one), { ath: one.ath, atv: one.atv }, one.style, factorOf(one.width))),
    ...(draft === null
      ? []
      : [
          marker(
            draft.name,
            draft.title ||
              t('panoramas:hotspot.untitled', {
                kind: t(draft.kind === null ? 'panoramas:hotspot.adding' : `panoramas:kind.${draft.kind}`),
              }),
            { ath: draft.ath, atv: draft.atv },
            draft.style,
            draft.factor,
          ),
        ]),
  ]
}
