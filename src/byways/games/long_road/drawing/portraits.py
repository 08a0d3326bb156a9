"""The characters' portraits: busts assembled from parts, each with a badge for its ability."""

from __future__ import annotations

from string import Template
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import transform, use, write
from byways.games.long_road.drawing.portrait_parts import BADGES, COLLARS, FEATURES, HAIR, HAIR_BEHIND, HATS, SKINS
from byways.sprite import INK, at, disc, fill, inked, line, symbol

BOX = "0 0 60 60"
GROUND = "M0 60V5Q0 0 5 0H55Q60 0 60 5V60Z"  # with the corners of a card
HALO = disc(30, 34, 25, "#fff", opacity=".35")
BADGE = (48, 49)  # centre of the badge
RING = "M37.5 49a10.5 10.5 0 0 1 21 0a10.5 10.5 0 0 1-21 0Z"
COAT = "M4 62Q6 48 22 46L30 50L38 46Q54 48 56 62Z"
NECK = "M25 42V48L30 52L35 48V42Z"
EYES = disc(25.5, 30, 1.5, INK) + disc(34.5, 30, 1.5, INK) + line("M22.8 26.6Q25.5 25.2 28 26.6M32 26.6Q34.5 25.2 37.2 26.6")
NOSE = line("M30 30.5L28.8 35H31", INK, 0.9, ".55")


class Face(NamedTuple):
    """The parts of a bust. Each is a name from `portrait_parts` followed by its colours, separated by commas."""

    ground: str
    skin: str
    hair: str
    coat: str  # colour, collar, colour of the collar
    hat: str
    feature: str
    badge: str


FACES = {
    "gunslinger": Face("#e8c9a0", "tan", "short, #2b1d14", "#3d3a45, scarf, #b3322b", "stetson, #2b2621, #b3322b", "scar", "pistol"),
    "card-sharp": Face("#c9d6c4", "pale", "short, #3a2a1a", "#6b2b3a, tie, #b3322b", "bowler, #4f3a56, #c9a15c", "curled", "cards"),
    "officer": Face("#c7d3e4", "pale", "sides, #8a6a3a", "#34527e, braid", "kepi, #34527e, #e2a42e", "chops", "medal"),
    "mountain-man": Face("#d5d9c2", "tan", "long, #5b3a1e", "#7a5a33, fur, #a08457", "coonskin, #8b6a43, #4a3420", "long beard", "map"),
    "mayor": Face("#e7d3d0", "pale", "sides, #b9b2a6", "#2f3b46, tie, #b3322b", "top hat, #2b2621, #b3322b", "monocle", "key"),
    "cattle-baron": Face("#ebd9ac", "pale", "sides, #e8e2d4", "#8b4a2b, open", "ten-gallon, #f0e8d6, #8a5a2b", "walrus", "black ox"),
    "scout": Face("#cfe0cb", "brown", "braids, #1f1712", "#a8763f, open", "none", "plain", "butte"),
    "saloon-girl": Face("#f0cfcb", "pale", "curls, #8e2f1d", "#b3322b, lace, #f6d9d5", "feather, #b3322b, #e9b92f", "lips", "doors"),
    "drunkard": Face("#ddd5c3", "pale", "short, #7b6a55", "#6f6a58, open", "bowler, #8a7a5d, #5d5138", "flush", "bottle"),
    "gunsmith": Face("#d6d0db", "brown", "none, #231a14", "#54606b, apron, #8a5a3a", "bandana, #54606b", "beard", "pistol"),
    "deputy": Face("#d9e2c9", "tan", "short, #5b3a1e", "#6b7f4e, scarf, #e9b92f", "stetson, #c7a46b, #5b3a1e", "stubble", "dagger"),
    "adventuress": Face("#cfdde0", "tan", "braids, #c08a3a", "#2f6b63, open", "flat hat, #8b4a2b, #e9b92f", "lips", "bell"),
    "reverend": Face("#dad6ce", "pale", "sides, #4a4038", "#1f1c1a, priest", "flat hat, #1f1c1a, #4a4038", "plain", "cross"),
    "prospector": Face("#ead7b0", "tan", "sides, #d8d2c6", "#a4503a, open", "stetson, #9a7b4f, #6b5230", "long beard", "pick"),
    "doctor": Face("#d2e2e0", "dark", "short, #1b1411", "#efeae0, tie, #2a5da8", "mirror", "glasses", "medicine"),
    "sheriff": Face("#ebddb5", "brown", "short, #2b1d14", "#4a3b2c, scarf, #2a5da8", "stetson, #7a5a33, #2b2621", "curled", "star"),
    "drover": Face("#e0c8a2", "dark", "none, #17110d", "#9c3b2a, scarf, #e9b92f", "stetson, #b98b55, #4a2f18", "plain", "sunrise"),
    "outlaw": Face("#dcc7be", "tan", "none, #2b1d14", "#33302d, open", "stetson, #4a3527, #2b2621", "mask, , #b3322b", "loot"),
    "bounty-hunter": Face("#d0ccbd", "tan", "long, #2b2621", "#54493a, open", "flat hat, #54493a, #2b2621", "patch", "wanted"),
    "banker": Face("#cfe0d2", "pale", "sides, #6b4726", "#2f4a3d, tie, #b3322b", "none", "glasses", "coin"),
    "stockman": Face("#e3dbbb", "brown", "short, #3a2a1a", "#5e7a94, open", "slouch, #a8763f, #3a2a1a", "goatee", "two-tone ox"),
    "undertaker": Face("#ccc9d0", "pale", "long, #55505c", "#1f1c1a, tie, #2b2621", "top hat, #1f1c1a, #645c50", "plain", "tombstone"),
    "farrier": Face("#e4cdb8", "dark", "none, #17110d", "#8a5a3a, apron, #5b3a1e", "none", "beard", "horseshoe"),
    "camp-cook": Face("#efe3cf", "tan", "none, #5b3a1e", "#efeae0, apron, #fffdf7", "chef, #fff", "walrus", "pot"),
    "stage-driver": Face("#d8d9c0", "pale", "sides, #a5502a", "#a8763f, scarf, #3f7a50", "cap, #7a4a2a, #5b3a1e", "freckles", "wheel"),
    "trader": Face("#e6d2c4", "brown", "none, #1f1712", "#2f6b63, open", "sombrero, #d2a24c, #b3322b", "curled", "awning"),
    "rustler": Face("#d3cdb9", "pale", "none, #3a2a1a", "#54493a, open", "bandana, #2a5da8", "mask, , #2a5da8", "lasso"),
    "judge": Face("#dcd2da", "pale", "curls, #ece8e0", "#241f2b, priest", "none", "glasses", "scales"),
    "telegrapher": Face("#d1dee6", "pale", "short, #8e4a1d", "#efeae0, open", "visor, #3f7a50, #23492f", "plain", "bolt"),
    "widow": Face("#d8cbd6", "pale", "bun, #2b2430", "#241f2b, lace, #4a3f52", "bonnet, #241f2b, #7a4ba0", "veil", "rose"),
}


def split(part: str) -> tuple[str, dict[str, str]]:
    """Return a part's name and colours."""
    name, *colors = part.split(", ")
    return name, dict(zip(("a", "b"), colors, strict=False))


def bust(face: Face) -> str:
    """Return the layers of a portrait, from the background to the hat."""
    skin, (hair, locks), (hat, felt) = SKINS[face.skin], split(face.hair), split(face.hat)
    coat, collar, *trim = face.coat.split(", ")
    feature, cloth = split(face.feature)
    head = disc(19, 31, 2.6, skin, 1) + disc(41, 31, 2.6, skin, 1) + inked("M18.7 31A11.3 14 0 0 1 41.3 31A11.3 14 0 0 1 18.7 31Z", skin)
    layers = (
        fill(GROUND, face.ground) + HALO,
        Template(HAIR_BEHIND[hair]).substitute(locks),
        inked(COAT, coat) + inked(NECK, skin, 1) + Template(COLLARS[collar]).substitute(b="".join(trim)),
        head + Template(HAIR[hair]).substitute(locks) + EYES + NOSE,
        Template(FEATURES[feature]).substitute(cloth, hair=locks["a"]),
        Template(HATS[hat]).substitute(felt),
    )
    return "".join(layers)


def badged(face: Face) -> str:
    return bust(face) + disc(*BADGE, 10.5, "#fffdf7", 1) + at(*BADGE, 0.82, BADGES[face.badge])


def stranger() -> str:
    """Return the portrait for custom characters, with room for a letter instead of a badge."""
    shadow = inked(COAT, "#8d8371") + inked("M18.7 31A11.3 14 0 0 1 41.3 31A11.3 14 0 0 1 18.7 31Z", "#a89d88")
    hat = Template(HATS["stetson"]).substitute(a="#6f6656", b="#4d463a")
    return fill(GROUND, "#ddd5c3") + HALO + shadow + hat + disc(*BADGE, 10.5, INK) + line(RING, "#fffdf7", 1)


PORTRAITS = {
    **{f"character-{key}": symbol(f"character-{key}", BOX, badged(face)) for key, face in FACES.items()},
    "character-unknown": symbol("character-unknown", BOX, stranger()),
}


def face(parent: Element, key: str, x: float, y: float, width: float) -> Element:
    """Draw a character's square portrait. A custom character has its initial."""
    if key in FACES:
        return use(parent, f"character-{key}", x, y, width)
    group = SubElement(parent, "g", {"transform": transform(x, y, width / 60)})
    use(group, "character-unknown", 0, 0, 60)
    write(group, key[0].upper(), *BADGE, "letter")
    return group
