-- win: the axe makes Celtic Guardian strong enough for the wall, Battle Ox attacks directly
--[[message
	Your Life Points: 1000
	Opponent's Life Points: 1700
]]
Debug.SetAIName("Duelfish")
Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN+DUEL_SIMPLE_AI, 5)
Debug.SetPlayerInfo(0, 1000, 0, 0)
Debug.SetPlayerInfo(1, 1700, 0, 0)

--Hand (yours)
Debug.AddCard(40619825, 0, 0, LOCATION_HAND, 0, POS_FACEDOWN) --Axe of Despair
--Monster Zones (yours)
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 1, POS_FACEUP_ATTACK) --Celtic Guardian
Debug.AddCard(5053103, 0, 0, LOCATION_MZONE, 3, POS_FACEUP_ATTACK) --Battle Ox
--Monster Zones (opponent's)
Debug.AddCard(15025844, 1, 1, LOCATION_MZONE, 2, POS_FACEDOWN_DEFENSE) --Mystical Elf

Debug.ReloadFieldEnd()
Debug.ShowHint("Win this turn!")
aux.BeginPuzzle()

--[[
The axe goes to Celtic Guardian (2400), which destroys the set monster (2000); then 1700 directly.
]]
