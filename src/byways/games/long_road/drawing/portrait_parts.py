"""Portrait parts, 60 by 60, with `$a` and `$b` as placeholders for colours. Badges are centred on 0, 0."""

from __future__ import annotations

from byways.sprite import INK, at, disc, fill, inked, line, ring, turned

RED, BLUE, GOLD, STEEL, LEATHER = "#b3322b", "#2a5da8", "#e2a42e", "#aab0b6", "#7a5a33"
SKINS = {"pale": "#f2cdaa", "tan": "#dda77b", "brown": "#b97d52", "dark": "#7e5236"}
COLLAR = "M22 46Q30 53 38 46L33 55H27Z"
SHIRT = fill("M26 47L30 51L34 47L33 60H27Z", "#fff")
BAND = "M24 47H36V50H24Z"
TIE = "M30 50L27 53L30 62L33 53Z"
SIDES = "M18.5 34Q16.5 26 20 22L21 30ZM41.5 34Q43.5 26 40 22L39 30Z"
LONG = "M17 48Q14 18 30 17Q46 18 43 48L38 47Q42 32 38 23H22Q18 32 22 47Z"
FRINGE = "M19 28Q20 18 30 18Q40 18 41 28Q38 21 30 22Q22 21 19 28Z"
CURLS = ((19, 24), (22, 18), (30, 16), (38, 18), (41, 24), (18, 31), (42, 31), (17, 38), (43, 38))
BEARD = "Q39 37 35 36.5Q30 34.5 25 36.5Q21 37 18.6 31Z"
MOUTH = line("M27 41Q30 42.5 33 41", "#7a2f22", 1.4)
SMILE = line("M26.5 40.2Q30 42 33.5 40.2", "#7a2f22", 1.4)
LIPS = fill("M26.3 39Q28.5 37.2 30 38.3Q31.5 37.2 33.7 39Q30 43 26.3 39Z", RED)
DOTS = ((24, 15), (30, 12.5), (36, 15), (30, 17.5))
SPOTS = ((24, 38), (30, 36.5), (36, 38), (27, 43), (33, 43), (30, 47))
SHADE = fill("M19.4 22Q30 28 40.6 22L41 26.4Q30 32 19 26.4Z", INK, ".16")  # shadow of a brim
STAR = "M0-10L2.9-3.6L9.8-3L4.6 1.6L6.2 8.4L0 4.8L-6.2 8.4L-4.6 1.6L-9.8-3L-2.9-3.6Z"
DOLLAR = "M2.6-2.5Q1.7-3.9 0-3.9Q-2.8-3.9-2.8-1.9Q-2.8 0 0 0T2.8 1.9Q2.8 3.9 0 3.9Q-1.7 3.9-2.6 2.5M0-5.4V5.4"


def curls(color: str) -> str:
    """Draw curls with a common outline."""
    return "".join(disc(x, y, radius, shade) for radius, shade in ((5.8, INK), (5, color)) for x, y in CURLS)


def dots(where: tuple[tuple[float, float], ...], size: float) -> str:
    return "".join(disc(x, y, size, "#fff") for x, y in where)


def ox(coat: str, face: str) -> str:
    """Draw an ox's head, the symbol of a herd."""
    horns = line("M-4-3Q-10-2-10-8M4-3Q10-2 10-8", INK, 3.4) + line("M-4-3Q-10-2-10-8M4-3Q10-2 10-8", "#cbb58a", 1.8)
    ears, head = inked("M-5-2L-9 0L-5 2M5-2L9 0L5 2", coat, 1), inked("M-5-4Q0-6.5 5-4L4 4Q3.5 8 0 8Q-3.5 8-4 4Z", coat)
    return horns + ears + head + disc(-2.2, -0.4, 0.9, face) + disc(2.2, -0.4, 0.9, face) + line("M-2.6 5.4Q0 4.2 2.6 5.4", face, 1)


HAIR_BEHIND = {
    "long": fill(LONG, "$a"),
    "curls": curls("$a"),
    "bun": disc(30, 11, 6.5, "$a") + fill("M17.5 33Q15 17 30 17Q45 17 42.5 33Q41 25 37 22Q28 25 22 23Q18 26 17.5 33Z", "$a"),
    "braids": "",
    "short": "",
    "sides": "",
    "none": "",
}
HAIR = {
    "long": fill(FRINGE, "$a"),
    "curls": fill("M19 27Q21 17 30 18Q39 17 41 27Q36 22 30 23Q24 22 19 27Z", "$a"),
    "bun": fill(FRINGE, "$a"),
    "braids": fill("M18 30Q16 17 30 17Q44 17 42 30Q40 24 30 21Q20 24 18 30Z", "$a")
    + line("M18 28Q14 40 17 52M42 28Q46 40 43 52", INK, 5.6)
    + line("M18 28Q14 40 17 52M42 28Q46 40 43 52", "$a", 4.2)
    + line("M14.5 45H18.8M41.2 45H45.5", RED, 2),
    "short": fill("M18.5 30Q17 17 30 17Q43 17 41.5 30Q40 24 36 22H24Q20 24 18.5 30Z", "$a"),
    "sides": fill(SIDES, "$a"),
    "none": "",
}
COLLARS = {
    "open": fill(COLLAR, "#000", ".13"),
    "scarf": inked(COLLAR, "$b", 0.9),
    "tie": SHIRT + fill(TIE, "$b"),
    "priest": inked(BAND, "#fff", 0.8),
    "apron": inked("M22 50H38V62H22Z", "$b", 1) + line("M22 50L20 46M38 50L40 46", "$b", 2),
    "lace": fill("M20 47Q30 57 40 47L42 49Q30 62 18 49Z", "$b"),
    "fur": inked("M17 50Q19 45 23 46Q26 50 30 51Q34 50 37 46Q41 45 43 50Q37 56 30 56Q23 56 17 50Z", "$b", 1),
    "braid": fill(COLLAR, "#000", ".13") + line("M9 52L17 50M43 50L51 52", GOLD, 2.6),
}
FEATURES = {
    "plain": SMILE,
    "scar": SMILE + line("M36 24L39 37M35.6 28.5L39 27.5M36.6 33L40 32", "#9b3a2a", 1.3),
    "curled": SMILE
    + fill("M30 37Q24 35 20 39Q17 39 17 36Q19 41 24 40Q28 40 30 38Q32 40 36 40Q41 41 43 36Q43 39 40 39Q36 35 30 37Z", "$hair"),
    "chops": SMILE + fill("M18.6 27Q17.5 42 25 44Q24 36 21.4 30ZM41.4 27Q42.5 42 35 44Q36 36 38.6 30Z", "$hair"),
    "long beard": fill(f"M18.6 31Q15 58 30 59Q45 58 41.4 31{BEARD}", "$hair")
    + line("M24 46Q26 52 25 56M35 46Q34 52 36 55", INK, 0.8, ".35")
    + MOUTH,
    "beard": fill(f"M18.6 31Q18 50 30 50Q42 50 41.4 31{BEARD}", "$hair") + line("M27 41Q30 42.5 33 41", "#c98572", 1.4),
    "monocle": SMILE
    + line("M39 32Q43 40 40 48", "#8a6410", 1)
    + disc(35, 30, 4.2, "#fff", opacity=".4")
    + ring(35, 30, 4.2, "#8a6410", 1.6),
    "walrus": fill("M22 42.5Q21.5 35 30 35.5Q38.5 35 38 42.5Q34 39.5 30 40.5Q26 39.5 22 42.5Z", "$hair"),
    "lips": LIPS + disc(36, 36, 0.9, INK),
    "flush": disc(30, 35, 3, "#cf6a55")
    + disc(22.5, 35, 2.4, "#cf6a55", opacity=".5")
    + disc(37.5, 35, 2.4, "#cf6a55", opacity=".5")
    + line("M25 40.5Q30 44 35 39.5", "#7a2f22", 1.4)
    + line("M22.8 32.4H27M33 32.4H37.2", INK, 0.8, ".6"),
    "stubble": SMILE + fill("M19.5 35Q21 47 30 47Q39 47 40.5 35Q38 39 30 38Q22 39 19.5 35Z", "$hair", ".38"),
    "glasses": SMILE
    + "".join(disc(x, 30, 3.9, "#fff", opacity=".4") + ring(x, 30, 3.9, INK, 1.3) for x in (25, 35))
    + line("M28.9 30H31.1M21 29.5L18.5 28.5M39 29.5L41.5 28.5", INK, 1.3),
    "mask": inked("M18.5 34Q30 31 41.5 34Q41 44 30 53Q19 44 18.5 34Z", "$b", 1) + dots(SPOTS, 1),
    "patch": SMILE + line("M19 25L42 24", INK, 1.3) + fill("M20.5 26.5L28.5 27.5Q29 34 25 34Q21.5 33 20.5 26.5Z", INK),
    "goatee": fill("M25 38.5Q30 36 35 38.5L34 40.5H26Z", "$hair") + fill("M26.5 43Q30 54 33.5 43Z", "$hair"),
    "veil": LIPS
    + fill("M16 20Q14 40 20 46Q30 50 40 46Q46 40 44 20Q30 25 16 20Z", INK, ".38")
    + line("M18 26L42 42M18 34L36 46M26 23L43 34M42 26L18 42M42 34L24 46M34 23L17 34", INK, 0.6, ".7"),
    "freckles": SMILE
    + "".join(disc(x, y, 0.6, "#a5602f") for x, y in ((22.5, 34), (24.5, 35.5), (26, 33.7), (34, 33.7), (35.5, 35.5), (37.5, 34))),
}
HATS = {
    "none": "",
    "stetson": SHADE
    + inked("M8 20Q30 29 52 20Q49 14 40 18L38 7Q30 11 22 7L20 18Q11 14 8 20Z", "$a", 1.3)
    + fill("M20.4 16Q30 20 39.6 16L40 18.6Q30 23 20 18.6Z", "$b"),
    "bowler": SHADE
    + inked("M18 20Q17 6 30 6Q43 6 42 20Z", "$a", 1.3)
    + fill("M18.2 16Q30 19.5 41.8 16V19.5Q30 22 18 19.5Z", "$b")
    + inked("M13 20Q30 26 47 20Q46 17 42 18Q30 21 18 18Q14 17 13 20Z", "$a", 1.3),
    "kepi": inked("M19 20L21 9Q30 6 40 8L41 20Q30 17 19 20Z", "$a", 1.3)
    + fill("M19 20Q30 16 42 20Q44 23 41 24Q30 19 19 22Z", "#1d1a18")
    + line("M26 13L34 12", "$b", 2.2),
    "coonskin": inked("M43 20Q51 24 48 40Q45 43 43 37Q45 28 41 22Z", "$a", 1.3)
    + line("M44.5 27L49 28M44.4 32L48.8 33M43.5 36.5L48.5 37.5", "$b", 2)
    + inked("M16 24Q14 9 30 8Q46 9 44 24Q40 20 37 22Q34 19 30 21Q26 19 23 22Q20 20 16 24Z", "$a", 1.3)
    + line("M23 14L24 18M30 12V16M37 14L36 18", "$b", 1.2),
    "top hat": SHADE
    + inked("M20 20L19 1H41L40 20Z", "$a", 1.3)
    + fill("M19.7 13H40.3L40 18H20Z", "$b")
    + inked("M13 20Q30 25 47 20V18Q30 22 13 18Z", "$a", 1.3),
    "ten-gallon": SHADE
    + inked("M9 21Q30 28 51 21Q48 16 41 18L41 3Q30-1 19 3L19 18Q12 16 9 21Z", "$a", 1.3)
    + fill("M19 14Q30 18 41 14V18.5Q30 22.5 19 18.5Z", "$b")
    + line("M26 3Q30 7 34 3", INK, 1, ".6"),
    "slouch": SHADE
    + inked("M8 22Q30 29 47 20Q55 15 54 6Q47 8 41 16L38 6Q30 10 22 6L19.5 18Q11 17 8 22Z", "$a", 1.3)
    + fill("M19.8 15.5Q30 19 40 15.5L41 18Q30 23 19.5 18.5Z", "$b")
    + disc(47.5, 12.5, 1.6, "$b"),
    "feather": inked("M40 14Q50 4 53-1Q56 10 44 17Z", "$b", 1)
    + line("M43 14.5Q49 8 52 3", INK, 0.8)
    + inked("M17 20Q20 11 31 12Q42 12 44 18Q32 15 17 20Z", "$a", 1.3),
    "bandana": inked("M42 22L51 24L47 31L41 25Z", "$a") + inked("M18 24Q17 9 30 9Q43 9 42 24Q30 17 18 24Z", "$a", 1.3) + dots(DOTS, 1.2),
    "flat hat": SHADE
    + inked("M20 19V11Q30 8 40 11V19Z", "$a", 1.3)
    + fill("M20 15H40V18.5H20Z", "$b")
    + inked("M6 20Q30 25 54 20V17.5Q30 21.5 6 17.5Z", "$a", 1.3),
    "mirror": line("M18.8 22.5Q30 18 41.2 22.5", INK, 2.4)
    + disc(30, 17, 6.2, "#e9eef0", 1.3)
    + disc(30, 17, 1.8, INK)
    + line("M26 14.5Q27.5 12.8 30 12.6", "#fff", 1.4),
    "chef": inked("M20 21V15Q13 12 17 6Q22 3 25 6Q30 0 36 5Q43 3 44 9Q44 14 40 15V21Q30 18 20 21Z", "$a", 1.3)
    + line("M25 19V14M30 18V13M35 19V14", INK, 0.9, ".5"),
    "sombrero": SHADE
    + inked("M1 18Q8 26 30 26Q52 26 59 18Q50 21 41 18Q38 5 30 3Q22 5 19 18Q10 21 1 18Z", "$a", 1.3)
    + line("M19.4 17Q30 21 40.6 17", "$b", 2.4)
    + line("M8 21.5L9.5 23M16 23.5L17 25M44 23.5L43 25M52 21.5L50.5 23", "$b", 1.3),
    "visor": inked("M19 20.5Q30 13 41 20.5L46 26Q30 19 14 26Z", "$a", 1.3) + line("M19 20.5Q30 14.5 41 20.5", "$b", 2),
    "bonnet": inked("M16 19Q30 24 44 19Q43 12 30 11Q17 12 16 19Z", "$a", 1.3) + inked("M38 12Q43 6 47 9Q44 13 40 15Z", "$b", 0.9),
    "cap": inked("M17 21Q15 8 30 8Q44 8 43 20Q30 15 17 21Z", "$a", 1.3)
    + inked("M17 21Q30 15 43 20Q49 22 48 25Q38 21 26 22Q20 23 17 21Z", "$b", 1.2),
}
BADGES = {
    "pistol": at(0.5, -0.5, 0.72, fill("M-12-6H11V-1H0Q-1 3-4 3L-6 9H-12L-9-1Q-12-2-12-6Z", INK) + line("M-3 0a3 3 0 0 0 4 0", INK, 1.5)),
    "cards": turned(-14, inked("M-7-6.5H1V6.5H-7Z", "#fff", 1))
    + turned(14, inked("M-1.5-6.5H7V6.5H-1.5Z", "#fff", 1) + fill("M2.7-3L5.2 0L2.7 3L.2 0Z", RED)),
    "medal": inked("M-3.5-9H3.5L2-1H-2Z", BLUE, 0.8)
    + disc(0, 3, 5, GOLD, 1)
    + fill("M0 .3L.9 2.2L3 2.4L1.4 3.8L1.9 5.8L0 4.8L-1.9 5.8L-1.4 3.8L-3 2.4L-.9 2.2Z", "#7a5200"),
    "map": inked("M-8-6L-3-8L3-6L8-8V6L3 8L-3 6L-8 8Z", "#ebd9ac", 1)
    + line("M-3-8V6M3-6V8", INK, 0.6, ".6")
    + line("M-6 3L-1-1L2 2L6-4", RED, 1.6, dashes="2 2"),
    "key": line("M-2 0H9M5 0V4M8.5 0V4.5", INK, 4)
    + line("M-2 0H9M5 0V4M8.5 0V4.5", GOLD, 2.2)
    + ring(-5, 0, 3.4, INK, 4)
    + ring(-5, 0, 3.4, GOLD, 2.2),
    "black ox": at(0, 0.3, 0.92, ox(INK, "#fff")),
    "two-tone ox": at(0, 0.3, 0.92, ox("#fff", INK) + fill("M0-5.3Q3-5.4 5-4L4 4Q3.5 8 0 8Z", INK) + disc(2.2, -0.4, 0.9, "#fff")),
    "butte": inked("M-9 7L-7-1H-5L-4-6H3L4-2H6L9 7Z", "#b8623a", 1.1) + line("M-6.5 2H7M-4.5-2.5H3.5", "#7a3a1e", 1.1),
    "doors": inked("M-7-6H-.7V7H-7ZM.7-6H7V7H.7Z", "#e8c27a", 1.1)
    + line("M-5.3-2.5H-2.4M-5.3.5H-2.4M-5.3 3.5H-2.4M2.4-2.5H5.3M2.4.5H5.3M2.4 3.5H5.3", INK, 1),
    "bottle": inked("M-2-10H2V-4Q5-2 5 1V9H-5V1Q-5-2-2-4Z", "#4f7b4a", 1.1) + fill("M-5 1.5H5V6H-5Z", "#f6f1e4"),
    "dagger": at(
        0,
        0,
        0.86,
        inked("M0-11L2.6-7V2H-2.6V-7Z", STEEL, 1) + inked("M-6 2H6V4.6H-6Z", GOLD, 1) + inked("M-1.8 4.6H1.8V10H-1.8Z", LEATHER, 1),
    ),
    "bell": line("M0-9V-6", INK, 2.4) + inked("M-8 5Q-5 3-5-1Q-5-7 0-7T5-1Q5 3 8 5Z", GOLD, 1.1) + disc(0, 7, 2, INK),
    "cross": inked("M-1.8-9H1.8V-4H6V-.6H1.8V9H-1.8V-.6H-6V-4H-1.8Z", GOLD, 1),
    "pick": line("M-6 7L4-3", INK, 4)
    + line("M-6 7L4-3", "#a9793f", 2.2)
    + inked("M-4-8Q5-9 7-6.5Q9-4 8 5Q6-1 3.5-3.2Q1-5.5-4-8Z", STEEL, 1),
    "medicine": inked("M-7-4Q-7-7-4-7H4Q7-7 7-4V4Q7 7 4 7H-4Q-7 7-7 4Z", "#fff", 1.1)
    + fill("M-1.8-5H1.8V-1.8H5V1.8H1.8V5H-1.8V1.8H-5V-1.8H-1.8Z", RED),
    "star": at(0, 0, 0.95, fill(STAR, GOLD) + line(STAR, "#7a5200")),
    "sunrise": inked("M-6 4A6 6 0 0 1 6 4Z", GOLD, 1.1) + line("M-9 4H9M0-8V-5M-7.5-4.5L-5.5-2.5M7.5-4.5L5.5-2.5M-6 7.5H6", INK, 1.4),
    "loot": inked("M-3-5Q-9 2-7 7Q0 10 7 7Q9 2 3-5Z", "#c9a15c", 1.1) + line("M-4-5.5H4", INK, 2) + at(0, 3, 0.72, line(DOLLAR, INK, 1.7)),
    "wanted": inked("M-6-8.5H6V8.5H-6Z", "#f0e2bc", 1)
    + fill("M-4-6.8H4V-5H-4Z", INK)
    + disc(0, -0.6, 3, "#b97d52", 0.9)
    + fill("M-4 4.5H4V6.3H-4Z", INK),
    "coin": disc(0, 0, 8.2, GOLD)
    + ring(0, 0, 8.2, "#7a5200")
    + ring(0, 0, 5.9, "#7a5200", 0.8)
    + at(0, 0, 0.9, line(DOLLAR, "#3b2800", 1.5)),
    "tombstone": inked("M-6 8V-3Q-6-9 0-9Q6-9 6-3V8Z", "#b4b0b8", 1.1) + line("M0-5V3M-3-2H3", INK, 1.5) + line("M-8.5 8H8.5", INK, 1.6),
    "horseshoe": line("M-6 7Q-9-7 0-7Q9-7 6 7", INK, 5.4)
    + line("M-6 7Q-9-7 0-7Q9-7 6 7", STEEL, 3)
    + "".join(disc(x, y, 0.7, INK) for x, y in ((-6.6, 3), (-5.6, -3), (5.6, -3), (6.6, 3))),
    "pot": line("M-6-3Q-6-9 0-9T6-3", INK, 1.3)
    + inked("M-8-2H8Q8 7 3 7.5H-3Q-8 7-8-2Z", "#6f747a", 1.1)
    + line("M-8.5-2H8.5", INK, 2.2)
    + line("M-4 7.5L-5 9.5M4 7.5L5 9.5", INK, 1.6),
    "wheel": ring(0, 0, 7.5, INK, 3.8)
    + ring(0, 0, 7.5, "#b9803f", 1.8)
    + line("M0-7V7M-7 0H7M-5-5L5 5M5-5L-5 5", INK, 1.1)
    + disc(0, 0, 2, "#b9803f", 1),
    "awning": inked("M-7-1H7V8H-7Z", "#efe0bd", 1)
    + inked("M-2 8V2H2V8Z", "#6b4226", 0.9)
    + inked("M-7-8H7L9-1Q7 2 4.5-.5Q2.3 2 0-.5Q-2.3 2-4.5-.5Q-7 2-9-1Z", RED, 1)
    + fill("M-2.6-7.5H-.2L0-1Q-2.3 1.3-4.3-.7ZM4.8-7.5H6.6L8.3-1.2Q6.6 1 4.7-1Z", "#fff"),
    "lasso": ring(-0.5, -1, 6, INK, 4.4)
    + line("M3.5 3.5Q6 8 9 7", INK, 4)
    + ring(-0.5, -1, 6, "#d8b26a", 2.6)
    + line("M3.5 3.5Q6 8 9 7", "#d8b26a", 2.2),
    "scales": line("M0-8V7M-7-5H7M-4 8H4", INK, 1.5) + inked("M-7-5L-10 2H-4ZM7-5L4 2H10Z", "#f2c94c", 1),
    "bolt": inked("M2-9L-6 2H-1L-3 9L6-2H1Z", "#f2c94c", 1.1),
    "rose": line("M0 2V10M0 7L5 4", "#3f7a50", 2)
    + disc(0, -3, 6, "#d9547a", 1.1)
    + line("M-3-3A3 3 0 1 1 2-1A1.6 1.6 0 1 1 0-4", "#fff", 1.2),
}
