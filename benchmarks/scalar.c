/* Five coin-flip players of schmidt-2005 in scalar C: what the kernel is measured against.

   The same games by number as the kernel plays (SplitMix64 words, four looks at the deck with each word, a word of coins
   for three seats), counted in the same arrays. Cards: treasures 0 to 14, then five hazards three times each. */

#include <stdint.h>

enum { SEATS = 5, TREASURES = 15, CARDS = 30, EXPEDITIONS = 5, LOOKS = 4, SCORES = 1024, WINNERS = 9 };

#define GAMMA UINT64_C(0x9E3779B97F4A7C15)
#define FOUR_SIXTEENS UINT64_C(0x0001000100010001)
#define SPREAD UINT64_C(0x0000200040008001)

static const uint8_t values[TREASURES] = {1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17};

static inline uint64_t mix(uint64_t word) {
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* Three coins of 21 bits each; heads leaves. */
static inline uint32_t coins(uint64_t word) {
    const uint64_t half = 1 << 20, coin = (1 << 21) - 1;
    return (uint32_t)((word & coin) < half) | (uint32_t)((word >> 21 & coin) < half) << 1
           | (uint32_t)((word >> 42 & coin) < half) << 2;
}

/* The games numbered from first up to last. Sums: cards by expedition, then disasters by expedition. */
void play(uint64_t seed, int64_t first, int64_t last, int64_t *scores, int64_t *victories, int64_t *sums) {
    uint32_t same[CARDS] = {0}, shares[SEATS + 1][CARDS] = {{0}}, rests[SEATS + 1][CARDS] = {{0}};
    for (int card = 0; card < CARDS; card++)
        if (card < TREASURES)
            for (int inside = 1; inside <= SEATS; inside++) {
                shares[inside][card] = values[card] / inside;
                rests[inside][card] = values[card] % inside;
            }
        else
            same[card] = UINT32_C(7) << (TREASURES + (card - TREASURES) / 3 * 3);
    const uint64_t from = mix(seed + GAMMA);
    for (int64_t game = first; game < last; game++) {
        uint64_t beginning = mix(from + mix((uint64_t)game * GAMMA)), four = 0;
        uint32_t in_play = (UINT32_C(1) << CARDS) - 1, fifth = 0;
        for (int expedition = 0; expedition < EXPEDITIONS; expedition++, beginning += 64 * GAMMA) {
            uint64_t place = beginning;
            uint32_t deck = in_play, kin = 0, held = 0, path = 0, inside = (1 << SEATS) - 1, explorers = SEATS;
            do {
                uint32_t card;
                for (;;) {
                    uint64_t word = mix(place);
                    place += GAMMA;
                    int look = 0;
                    while (look < LOOKS && !(deck >> (word & 31) & 1)) {
                        word >>= 5;
                        look++;
                    }
                    card = word & 31;
                    if (look < LOOKS) break;
                }
                deck &= ~(UINT32_C(1) << card);
                if (kin >> card & 1) {
                    in_play &= ~(UINT32_C(1) << card);
                    sums[EXPEDITIONS + expedition]++;
                    sums[expedition]++; /* The card is in neither set. */
                    break;
                }
                kin |= same[card];
                held += shares[explorers][card];
                path += rests[explorers][card];
                uint32_t leaving = coins(mix(place + 512 * GAMMA)) | coins(mix(place + 1024 * GAMMA)) << 3;
                leaving &= inside;
                uint32_t leavers = (uint32_t)__builtin_popcount(leaving);
                uint32_t share = leavers ? path / leavers : 0, home = held + share;
                path -= share * leavers;
                four += ((leaving & 15) * SPREAD & FOUR_SIXTEENS) * home;
                fifth += (leaving >> 4) * home;
                inside &= ~leaving;
                explorers -= leavers;
            } while (inside);
            sums[expedition] += __builtin_popcount(in_play & ~deck);
        }
        uint32_t chests[SEATS], best = 0, tied = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            chests[seat] = seat < 4 ? four >> 16 * seat & 0xFFFF : fifth;
            scores[seat * SCORES + chests[seat]]++;
            if (chests[seat] > best) best = chests[seat];
        }
        for (int seat = 0; seat < SEATS; seat++) tied += chests[seat] == best;
        for (int seat = 0; seat < SEATS; seat++) victories[seat * WINNERS + tied] += chests[seat] == best;
    }
}
