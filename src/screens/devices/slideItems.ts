import type { DeviceType } from '#contract/devices/deviceType'

/** COLLECT-02: 5 cards a slide, 3 for soil. */
const CARDS = 5
const SOIL_CARDS = 3
const soilTypes: readonly DeviceType[] = ['soil', 'gateway_soil']

export const cardsPerSlide = (type: DeviceType): number => (soilTypes.includes(type) ? SOIL_CARDS : CARDS)

/** Cuts items into slides, in order; every slide but the last is full. */
export const slideItems = <Item>(items: readonly Item[], perSlide: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / perSlide) }, (_, slide) => items.slice(slide * perSlide, (slide + 1) * perSlide))
