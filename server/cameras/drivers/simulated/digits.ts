/** Pixels of a character. */
export const DIGIT_WIDTH = 3
export const DIGIT_HEIGHT = 5

/** Rows from the top, the left pixel as the highest bit. */
const shapes: Readonly<Record<string, readonly number[]>> = {
  0: [0b111, 0b101, 0b101, 0b101, 0b111],
  1: [0b010, 0b110, 0b010, 0b010, 0b111],
  2: [0b111, 0b001, 0b111, 0b100, 0b111],
  3: [0b111, 0b001, 0b111, 0b001, 0b111],
  4: [0b101, 0b101, 0b111, 0b001, 0b001],
  5: [0b111, 0b100, 0b111, 0b001, 0b111],
  6: [0b111, 0b100, 0b111, 0b101, 0b111],
  7: [0b111, 0b001, 0b010, 0b010, 0b010],
  8: [0b111, 0b101, 0b111, 0b101, 0b111],
  9: [0b111, 0b101, 0b111, 0b001, 0b111],
  ':': [0b000, 0b010, 0b000, 0b010, 0b000],
  '.': [0b000, 0b000, 0b000, 0b000, 0b010],
  '-': [0b000, 0b000, 0b111, 0b000, 0b000],
  '+': [0b000, 0b010, 0b111, 0b010, 0b000],
}
const BLANK = [0, 0, 0, 0, 0] as const

/** How a character of a clock or a number is drawn; anything else is blank. */
export const digit = (character: string): readonly number[] => shapes[character] ?? BLANK
