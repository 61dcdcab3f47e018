import type { PublishedTour } from '#contract/panoramas/published'

/** A scene as a tour shows it, to its tenant or to everybody. */
export type TourScene = PublishedTour['scenes'][number]
